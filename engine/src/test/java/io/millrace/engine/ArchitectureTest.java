package io.millrace.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.millrace.engine.message.Message;
import io.millrace.engine.task.HistoryWriter;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.millrace.engine");

  @Test
  void dependenciesPointOneWay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("wire")
        .definedBy("..engine.wire..")
        .layer("node")
        .definedBy("..engine.node..")
        .layer("store")
        .definedBy("..engine.store..")
        .layer("worker, due, flywheel, external, retention, trigger, watch and check")
        .definedBy(
            "..engine.worker..",
            "..engine.due..",
            "..engine.flywheel..",
            "..engine.external..",
            "..engine.retention..",
            "..engine.trigger..",
            "..engine.watch..",
            "..engine.check..")
        .layer("refresh and token")
        .definedBy("..engine.refresh..", "..engine.token..")
        .layer("flow")
        .definedBy("..engine.flow..")
        .layer("directory")
        .definedBy("..engine.directory..")
        .layer("job")
        .definedBy("..engine.job..")
        .layer("source")
        .definedBy("..engine.source..")
        .layer("policy")
        .definedBy("..engine.policy..")
        .layer("schedule and task")
        .definedBy("..engine.schedule..", "..engine.task..")
        .layer("notify")
        .definedBy("..engine.notify..")
        .layer("project")
        .definedBy("..engine.project..")
        .layer("outbound")
        .definedBy("..engine.outbound..")
        .layer("input")
        .definedBy("..engine.input..")
        .layer("sql")
        .definedBy("..engine.sql..")
        .whereLayer("wire")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("node")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("store")
        .mayOnlyBeAccessedByLayers("node")
        .whereLayer("worker, due, flywheel, external, retention, trigger, watch and check")
        .mayOnlyBeAccessedByLayers("wire", "node")
        .whereLayer("refresh and token")
        .mayOnlyBeAccessedByLayers(
            "wire",
            "node",
            "store",
            "worker, due, flywheel, external, retention, trigger, watch and check")
        .whereLayer("flow")
        .mayOnlyBeAccessedByLayers(
            "wire",
            "node",
            "store",
            "worker, due, flywheel, external, retention, trigger, watch and check",
            "refresh and token")
        .whereLayer("directory")
        .mayOnlyBeAccessedByLayers(
            "wire",
            "node",
            "store",
            "worker, due, flywheel, external, retention, trigger, watch and check",
            "refresh and token")
        .whereLayer("job")
        .mayOnlyBeAccessedByLayers(
            "node",
            "worker, due, flywheel, external, retention, trigger, watch and check",
            "refresh and token")
        .whereLayer("source")
        .mayOnlyBeAccessedByLayers(
            "node",
            "worker, due, flywheel, external, retention, trigger, watch and check",
            "refresh and token",
            "job",
            "directory")
        .whereLayer("policy")
        .mayOnlyBeAccessedByLayers(
            "node",
            "worker, due, flywheel, external, retention, trigger, watch and check",
            "refresh and token",
            "job",
            "directory",
            "source")
        .whereLayer("notify")
        .mayOnlyAccessLayers("input", "sql", "outbound")
        .whereLayer("outbound")
        .mayNotAccessAnyLayer()
        .whereLayer("project")
        .mayOnlyAccessLayers("input", "sql")
        .whereLayer("project")
        .mayOnlyBeAccessedByLayers("node")
        .whereLayer("sql")
        .mayNotAccessAnyLayer()
        .check(CLASSES);
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
        .resideInAnyPackage("..engine.sql..", "java..", "javax.sql..", "org.postgresql..")
        .check(CLASSES);
  }

  @Test
  void schedulesInputAndSourcesKnowNoActor() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "..engine.schedule..",
            "..engine.input..",
            "..engine.policy..",
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
        .haveFullyQualifiedName("io.millrace.engine.refresh.RefreshAttempt")
        .or()
        .haveFullyQualifiedName("io.millrace.engine.token.Token")
        .or()
        .haveFullyQualifiedName("io.millrace.engine.token.TokenAttempt")
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
  void ofTheTriggersOnlyTheProcessorKnowsActors() {
    noClasses()
        .that()
        .resideInAPackage("..engine.trigger..")
        .and()
        .haveNameNotMatching(".*\\.TriggerProcessor(\\$.*)?")
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
