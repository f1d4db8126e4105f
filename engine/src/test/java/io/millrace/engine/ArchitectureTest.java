package io.millrace.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.millrace.engine.message.Message;
import io.millrace.engine.task.HistoryWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.millrace.engine");

  @Test
  void packagesUseOnlyWhatTheirPackageInfoNames() throws IOException {
    PackageRules rules =
        PackageRules.read(Path.of("src/main/java/io/millrace/engine"), "io.millrace.engine");
    assertThat(rules.unknown()).isEmpty();
    assertThat(rules.violations(CLASSES)).isEmpty();
  }

  @Test
  void everyPackageIsNullMarked() {
    assertThat(CLASSES.stream().map(JavaClass::getPackage).distinct())
        .allMatch(each -> each.isAnnotatedWith(NullMarked.class));
  }

  @Test
  void foldersHaveNoCycles() {
    slices().matching("io.millrace.engine.(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void statementsKnowOnlyTheDriver() {
    classes()
        .that()
        .resideInAPackage("..engine.sql..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "..engine.sql..", "java..", "javax.sql..", "org.jspecify..", "org.postgresql..")
        .check(CLASSES);
  }

  @Test
  void definitionsAndTasksKnowNoActor() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "..engine.clock..",
            "..engine.credential..",
            "..engine.directory..",
            "..engine.input..",
            "..engine.job..",
            "..engine.policy..",
            "..engine.project..",
            "..engine.schedule..",
            "..engine.source..",
            "..engine.task..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("akka..")
        .check(CLASSES);
  }

  @Test
  void decisionsAndEventsKnowNoActor() {
    noClasses()
        .that()
        .haveFullyQualifiedName("io.millrace.engine.refresh.UserSite")
        .or()
        .haveFullyQualifiedName("io.millrace.engine.policy.Attempt")
        .or()
        .haveFullyQualifiedName("io.millrace.engine.token.Token")
        .or()
        .haveFullyQualifiedName("io.millrace.engine.flow.ChannelPool")
        .or()
        .haveFullyQualifiedName("io.millrace.engine.flow.WaitingQueue")
        .or()
        .implement(HistoryWriter.HistoryEvent.class)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("akka..", "java.sql..")
        .check(CLASSES);
  }

  @Test
  void ofTheTriggersOnlyTheProcessorAndItsServiceKnowActors() {
    noClasses()
        .that()
        .resideInAPackage("..engine.trigger..")
        .and()
        .haveNameNotMatching(".*\\.Trigger(Processor\\w*|Service|Command)(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("akka..")
        .check(CLASSES);
  }

  @Test
  void noRuleReadsTheSystemClock() {
    noClasses()
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .check(CLASSES);
  }

  @Test
  void messagesBetweenNodesAreRecordsOrEnums() {
    classes()
        .that()
        .implement(Message.class)
        .and()
        .areNotInterfaces()
        .should()
        .beAssignableTo(Record.class)
        .orShould()
        .beEnums()
        .check(CLASSES);
  }
}
