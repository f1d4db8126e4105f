package io.millrace.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.millrace.cli.error.Failure;
import io.millrace.cli.shell.Shell;
import io.millrace.engine.PackageRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class CliArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.millrace.cli");

  @Test
  void theCommandLineKnowsTheClientAndNothingOfTheServer() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "io.millrace.cli..",
            "io.millrace.client..",
            "picocli..",
            "org.jline..",
            "org.jspecify..",
            "com.fasterxml.jackson..")
        .check(CLASSES);
  }

  @Test
  void onlyTopKnowsTheScreen() {
    noClasses()
        .that()
        .doNotHaveSimpleName("TopCommand")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.jline..")
        .check(CLASSES);
  }

  @Test
  void packagesUseOnlyWhatTheirPackageInfoNames() throws IOException {
    PackageRules rules =
        PackageRules.read(Path.of("src/main/java/io/millrace/cli"), "io.millrace.cli");
    assertThat(rules.unknown()).isEmpty();
    assertThat(rules.violations(CLASSES)).isEmpty();
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.millrace.cli.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void everyPackageIsNullMarked() {
    assertThat(CLASSES.stream().map(JavaClass::getPackage).distinct())
        .allMatch(each -> each.isAnnotatedWith(NullMarked.class));
  }

  @Test
  void timeAndProcessComeFromTheShell() {
    noClasses()
        .that()
        .areNotAssignableTo(Shell.class)
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .orShould()
        .callMethod(System.class, "getenv")
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(CLASSES);
  }

  /** Others may name an exit code; only here is a fault turned into one. */
  @Test
  void faultsBecomeExitCodesInOnePlace() {
    classes()
        .that()
        .areAssignableTo(Failure.class)
        .should()
        .onlyHaveDependentClassesThat()
        .resideInAnyPackage("io.millrace.cli", "..error..", "..doctor..")
        .check(CLASSES);
  }
}
