package dev.yardmaster;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;

/** Who may know whom, and what the pure core must never touch. */
@AnalyzeClasses(packages = "dev.yardmaster", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String[] CORE = {"dev.yardmaster.pipeline..", "dev.yardmaster.scheduler.."};

  /**
   * Each package with those of ours it may use. What it may use it may also look through: whoever
   * speaks to the engine sends the scheduler's commands, and these carry pipelines.
   */
  @ArchTest
  static final ArchRule packagesUseOnlyWhatTheyMay =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("dev.yardmaster..")
          .withOptionalLayers(true)
          .layer("door")
          .definedBy("dev.yardmaster")
          .layer("pipeline")
          .definedBy("dev.yardmaster.pipeline..")
          .layer("scheduler")
          .definedBy("dev.yardmaster.scheduler..")
          .layer("engine")
          .definedBy("dev.yardmaster.engine..")
          .layer("journal")
          .definedBy("dev.yardmaster.journal..")
          .layer("document")
          .definedBy("dev.yardmaster.document..")
          .layer("api")
          .definedBy("dev.yardmaster.api..")
          .layer("worker")
          .definedBy("dev.yardmaster.worker..")
          .layer("history")
          .definedBy("dev.yardmaster.history..")
          .layer("live")
          .definedBy("dev.yardmaster.live..")
          .layer("metrics")
          .definedBy("dev.yardmaster.metrics..")
          .layer("dashboard")
          .definedBy("dev.yardmaster.dashboard..")
          .layer("cli")
          .definedBy("dev.yardmaster.cli..")
          .layer("config")
          .definedBy("dev.yardmaster.config..")
          .whereLayer("pipeline")
          .mayNotAccessAnyLayer()
          .whereLayer("scheduler")
          .mayOnlyAccessLayers("pipeline")
          .whereLayer("engine")
          .mayOnlyAccessLayers("scheduler", "pipeline")
          .whereLayer("history")
          .mayOnlyAccessLayers("engine", "scheduler", "pipeline")
          .whereLayer("journal")
          .mayOnlyAccessLayers("history", "engine", "scheduler", "pipeline")
          .whereLayer("document")
          .mayOnlyAccessLayers("pipeline")
          .whereLayer("api")
          .mayOnlyAccessLayers("document", "history", "engine", "scheduler", "pipeline")
          .whereLayer("worker")
          .mayOnlyAccessLayers("api", "engine", "scheduler", "pipeline")
          .whereLayer("live")
          .mayOnlyAccessLayers("api", "history", "engine", "scheduler", "pipeline")
          .whereLayer("metrics")
          .mayOnlyAccessLayers("engine", "scheduler", "pipeline")
          .whereLayer("dashboard")
          .mayOnlyAccessLayers("api", "engine", "history", "scheduler", "pipeline")
          .whereLayer("cli")
          .mayOnlyAccessLayers("door", "config", "worker", "api", "document", "pipeline")
          .whereLayer("door")
          .mayOnlyAccessLayers("cli", "config")
          .whereLayer("config")
          .mayOnlyBeAccessedByLayers("door", "cli")
          .because("only config, which wires everything, may see everything");

  @ArchTest
  static final ArchRule everyClassLivesInAPackageWithARule =
      classes()
          .should()
          .resideInAnyPackage(
              "dev.yardmaster",
              "dev.yardmaster.pipeline..",
              "dev.yardmaster.scheduler..",
              "dev.yardmaster.engine..",
              "dev.yardmaster.journal..",
              "dev.yardmaster.document..",
              "dev.yardmaster.api..",
              "dev.yardmaster.worker..",
              "dev.yardmaster.history..",
              "dev.yardmaster.live..",
              "dev.yardmaster.metrics..",
              "dev.yardmaster.dashboard..",
              "dev.yardmaster.cli..",
              "dev.yardmaster.config..")
          .because("a package that no rule names is a package without rules");

  @ArchTest
  static final ArchRule coreUsesOnlyJavaAndItself =
      classes()
          .that()
          .resideInAnyPackage(CORE)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify..",
              "org.roaringbitmap..",
              "dev.yardmaster.pipeline..",
              "dev.yardmaster.scheduler..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule coreNeverWaitsLogsOrReachesOutside =
      noClasses()
          .that()
          .resideInAnyPackage(CORE)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "java.util.concurrent..",
                      "java.util.logging..",
                      "java.nio.file..",
                      "java.net..",
                      "java.sql..")
                  .or(named(Thread.class, ThreadLocal.class, Process.class, ProcessBuilder.class)))
          .because("one writer thread runs the core, and a simulator runs millions of histories")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule coreReadsNoClockAndNoChance =
      noClasses()
          .that()
          .resideInAnyPackage(CORE)
          .should()
          .dependOnClassesThat(
              resideInAPackage("java.util.random..")
                  .or(named(Clock.class, java.util.Random.class, java.util.SplittableRandom.class))
                  .or(named(java.security.SecureRandom.class)))
          .orShould()
          .accessTargetWhere(
              calls("java.time..", "now")
                  .or(calls(System.class, "nanoTime", "currentTimeMillis", "identityHashCode"))
                  .or(calls(System.class, "getenv", "getProperty"))
                  .or(calls(Math.class, "random"))
                  .or(calls(UUID.class, "randomUUID")))
          .because("time is a command and chance belongs to the caller, so that a replay is exact")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule coreHasNoLocks =
      noMethods()
          .that()
          .areDeclaredInClassesThat()
          .resideInAnyPackage(CORE)
          .should()
          .haveModifier(SYNCHRONIZED)
          .allowEmptyShould(true);

  /**
   * The order in which {@code Set.of} and its kin hand out their elements changes with every start
   * of a JVM.
   */
  @ArchTest
  static final ArchRule coreKeepsNoCollectionOfRandomOrder =
      noClasses()
          .that()
          .resideInAnyPackage(CORE)
          .should()
          .accessTargetWhere(
              calls(Set.class, "of", "copyOf").or(calls(Map.class, "of", "ofEntries", "copyOf")))
          .because("the same commands give the same events on every machine")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule entitiesNeverLeaveTheJournal =
      noClasses()
          .that(not(resideInAnyPackage("dev.yardmaster.journal..", "dev.yardmaster.config..")))
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "jakarta.persistence..", "org.hibernate..", "org.springframework.data.."));

  @ArchTest
  static final ArchRule entitiesAreSeenByTheJournalAlone =
      classes()
          .that()
          .areAnnotatedWith("jakarta.persistence.Entity")
          .or()
          .areAnnotatedWith("jakarta.persistence.Embeddable")
          .should()
          .bePackagePrivate()
          .andShould()
          .resideInAPackage("dev.yardmaster.journal..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule commandLineLibrariesStayInTheCommandLine =
      noClasses()
          .that(not(resideInAnyPackage("dev.yardmaster", "dev.yardmaster.cli..")))
          .should()
          .dependOnClassesThat(resideInAnyPackage("picocli..", "me.tongfei.."))
          .orShould(ACCESS_STANDARD_STREAMS)
          .because("everybody else logs, or answers");

  @ArchTest
  static final ArchRule metersAreMadeAndNamedInOnePlace =
      noClasses()
          .that(not(resideInAnyPackage("dev.yardmaster.metrics..", "dev.yardmaster.config..")))
          .should()
          .dependOnClassesThat(resideInAnyPackage("io.micrometer..", "io.prometheus.."))
          .because("names and bounds of metrics are in one file each");

  @ArchTest
  static final ArchRule dependenciesComeThroughTheConstructor =
      NO_CLASSES_SHOULD_USE_FIELD_INJECTION;

  @ArchTest
  static final ArchRule controllersAreReachedOverHttpAlone =
      classes()
          .that()
          .areMetaAnnotatedWith("org.springframework.stereotype.Controller")
          .or()
          .areMetaAnnotatedWith("org.springframework.web.bind.annotation.ControllerAdvice")
          .should()
          .bePackagePrivate()
          .allowEmptyShould(true);

  @ArchTest
  static void everyPackageSaysThatNullIsTheException(JavaClasses classes) {
    Set<String> silent =
        classes.stream()
            .map(JavaClass::getPackage)
            .filter(room -> !room.isAnnotatedWith(NullMarked.class))
            .map(JavaPackage::getName)
            .collect(toCollection(TreeSet::new));

    assertThat(silent).as("packages without a @NullMarked package-info.java").isEmpty();
  }

  private static DescribedPredicate<JavaClass> named(Class<?>... types) {
    return DescribedPredicate.describe(
        "are the JDK's clock, chance or threads",
        candidate -> Set.of(types).stream().anyMatch(candidate::isAssignableTo));
  }

  private static DescribedPredicate<JavaAccess<?>> calls(Class<?> owner, String... names) {
    return DescribedPredicate.describe(
        "are calls of " + owner.getSimpleName() + "." + String.join("/", names),
        access ->
            access.getTargetOwner().isEquivalentTo(owner)
                && Set.of(names).contains(access.getTarget().getName()));
  }

  private static DescribedPredicate<JavaAccess<?>> calls(String packages, String name) {
    return DescribedPredicate.describe(
        "are calls of " + packages + name,
        access ->
            resideInAPackage(packages).test(access.getTargetOwner())
                && access.getTarget().getName().equals(name));
  }
}
