package io.millrace.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.millrace.engine.PackageRules;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.NullMarked;
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
  void everyPackageIsNullMarked() {
    assertThat(CLASSES.stream().map(JavaClass::getPackage).distinct())
        .allMatch(each -> each.isAnnotatedWith(NullMarked.class));
  }

  @Test
  void packagesUseOnlyWhatTheirPackageInfoNames() throws IOException {
    PackageRules rules =
        PackageRules.read(Path.of("src/main/java/io/millrace/client"), "io.millrace.client");
    assertThat(rules.unknown()).isEmpty();
    assertThat(rules.violations(CLASSES)).isEmpty();
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
