package io.millrace.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ClientArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.millrace.client");

  @Test
  void theClientNeedsTheJdkJacksonAndTheMarksForAbsenceOnly() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..", "com.fasterxml.jackson..", "org.jspecify..", "io.millrace.client..")
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.millrace.client.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void theTransportKnowsNoOperation() {
    noClasses()
        .that()
        .resideInAPackage("..transport..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..api..", "..worker..", "..model..")
        .check(CLASSES);
  }
}
