package dev.yardmaster;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.OnlyIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;

/** What keeps the tests fast and exact. */
@AnalyzeClasses(packages = "dev.yardmaster", importOptions = OnlyIncludeTests.class)
class TestStyleTest {

  @ArchTest
  static final ArchRule nobodySleeps =
      noClasses()
          .should()
          .callMethod(Thread.class, "sleep", long.class)
          .orShould()
          .callMethod(Thread.class, "sleep", java.time.Duration.class)
          .because("a test that waits, waits for something: Awaitility");

  @ArchTest
  static final ArchRule coreIsTestedOnItsOwnTime =
      noClasses()
          .that()
          .resideInAnyPackage("dev.yardmaster.pipeline..", "dev.yardmaster.scheduler..")
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .because("the core takes the time from its commands, and so does its test")
          .allowEmptyShould(true);
}
