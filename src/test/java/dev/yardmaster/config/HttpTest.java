package dev.yardmaster.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;

/** Everything that answers HTTP, wired as in the service, before a service by hand. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
    classes = HttpTestApplication.class,
    properties = "spring.main.log-startup-info=false")
@AutoConfigureMockMvc
public @interface HttpTest {}
