package dev.yardmaster;

import dev.yardmaster.cli.CommandLineInterface;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The service as a Spring application, and the process's way in. */
@SpringBootApplication
public class YardmasterApplication {

  public static void main(String[] arguments) {
    CommandLineInterface.main(YardmasterApplication.class, arguments);
  }
}
