package io.millrace.http;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.millrace.engine.PackageRules;
import io.millrace.engine.flow.FlowCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class HttpArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.millrace.http");

  @Test
  void packagesUseOnlyWhatTheirPackageInfoNames() throws IOException {
    PackageRules rules =
        PackageRules.read(Path.of("src/main/java/io/millrace/http"), "io.millrace.http");
    assertThat(rules.unknown()).isEmpty();
    assertThat(rules.violations(CLASSES)).isEmpty();
  }

  @Test
  void everyPackageIsNullMarked() {
    assertThat(CLASSES.stream().map(JavaClass::getPackage).distinct())
        .allMatch(each -> each.isAnnotatedWith(NullMarked.class));
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.millrace.http.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void nothingDependsOnTheProgram() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.millrace.http")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.millrace.http")
        .check(CLASSES);
  }

  @Test
  void routesTranslateAndNothingElse() {
    noClasses()
        .that()
        .haveSimpleNameEndingWith("Routes")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "akka.persistence..",
            "akka.cluster.sharding..",
            "java.sql..",
            "javax.sql..",
            "..engine.store..",
            "..engine.worker..")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(FlowCommand.class)
        .check(CLASSES);
  }

  @Test
  void onlyTheStoresOfTokensSpeakToTheDatabase() {
    noClasses()
        .that()
        .doNotHaveSimpleName("AccessTokenStore")
        .and()
        .doNotHaveSimpleName("WorkerIdStore")
        .should()
        .dependOnClassesThat(
            resideInAPackage("java.sql..").and(not(assignableTo(SQLException.class))))
        .check(CLASSES);
  }

  @Test
  void onlyMainReadsTheSystemClock() {
    noClasses()
        .that()
        .doNotHaveSimpleName("Main")
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .check(CLASSES);
  }

  @Test
  void routesAreUsedByTheirPackageAndByApiRoutes() {
    assertThat(CLASSES.stream())
        .flatExtracting(JavaClass::getDirectDependenciesFromSelf)
        .filteredOn(use -> use.getTargetClass().getSimpleName().endsWith("Routes"))
        .filteredOn(use -> !use.getOriginClass().getSimpleName().equals("ApiRoutes"))
        .filteredOn(
            use -> !use.getOriginClass().getPackage().equals(use.getTargetClass().getPackage()))
        .isEmpty();
  }
}
