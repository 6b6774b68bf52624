package dev.yardmaster;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts Yardmaster. */
@SpringBootApplication
public class YardmasterApplication {

  public static void main(String[] arguments) {
    SpringApplication.run(YardmasterApplication.class, arguments);
  }
}
