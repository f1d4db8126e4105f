package io.millrace;

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

class BenchArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.millrace.bench", "io.millrace.chaos", "io.millrace.hostile");

  /** Here a package-info names modules, and none of the three packages uses another. */
  @Test
  void packagesUseOnlyWhatTheirPackageInfoNames() throws IOException {
    PackageRules rules = PackageRules.read(Path.of("src/main/java/io/millrace"), "io.millrace");
    assertThat(rules.allowed()).containsOnlyKeys("bench", "chaos", "hostile");
    assertThat(rules.unknown()).isSubsetOf("engine", "runners", "http", "client");
    assertThat(rules.violations(CLASSES)).isEmpty();
  }

  @Test
  void everyPackageIsNullMarked() {
    assertThat(CLASSES.stream().map(JavaClass::getPackage).distinct())
        .allMatch(each -> each.isAnnotatedWith(NullMarked.class));
  }
}
