package io.millrace.runners;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.millrace.engine.PackageRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class RunnersArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.millrace");

  @Test
  void packagesUseOnlyWhatTheirPackageInfoNames() throws IOException {
    PackageRules rules =
        PackageRules.read(Path.of("src/main/java/io/millrace/runners"), "io.millrace.runners");
    assertThat(rules.unknown()).isEmpty();
    assertThat(rules.violations(CLASSES)).isEmpty();
  }

  @Test
  void everyPackageIsNullMarked() {
    assertThat(CLASSES.stream().map(JavaClass::getPackage).distinct())
        .allMatch(each -> each.isAnnotatedWith(NullMarked.class));
  }

  @Test
  void theClientsOfContainersAndKubernetesStayInTheirPackage() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.millrace.runners.container..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.github.dockerjava..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackage("io.millrace.runners.kubernetes..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.fabric8..")
        .check(CLASSES);
  }

  @Test
  void theEngineKnowsNoneOfTheseRunners() {
    noClasses()
        .that()
        .resideInAPackage("io.millrace.engine..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.millrace.runners..")
        .check(CLASSES);
  }

  @Test
  void noRuleReadsTheSystemClock() {
    noClasses()
        .that()
        .resideInAPackage("io.millrace.runners..")
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .allowEmptyShould(true)
        .check(CLASSES);
  }
}
