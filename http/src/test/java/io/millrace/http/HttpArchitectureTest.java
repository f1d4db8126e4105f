package io.millrace.http;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.millrace.engine.flow.FlowCommand;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class HttpArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.millrace.http");

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
        .doNotHaveSimpleName("TokenStore")
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
  void nothingIsPublicThatOnlyTheApiNeeds() {
    classes().that().haveSimpleNameEndingWith("Routes").should().notBePublic().check(CLASSES);
  }
}
