package io.millrace.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.client.MillraceClient;
import io.millrace.client.error.NotFoundException;
import io.millrace.client.model.DirectoryModel.ClientDefinition;
import io.millrace.client.model.DirectoryModel.UserDefinition;
import io.millrace.client.model.DirectoryModel.UserStatus;
import io.millrace.client.model.ImportModel.ImportResult;
import io.millrace.client.model.JobModel.JobCheck;
import io.millrace.client.model.JobTokenModel.RerunRequest;
import io.millrace.client.model.JobTokenModel.TokenState;
import io.millrace.client.model.ScheduleQuery;
import io.millrace.client.model.TaskModel.TaskStatus;
import io.millrace.client.model.TriggerModel.FireRange;
import io.millrace.client.model.UserSiteModel.ConnectionStatus;
import io.millrace.client.model.UserSiteModel.UserSiteDefinition;
import io.millrace.http.TestNode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The directory, the plan and jobs, through the Java client. */
class ClientDirectoryTest {
  private static final String JOB_ID = "5d0c8a52-6f0e-4a57-9a43-1f6f2f3b7c10";
  private static final Instant DAY = Instant.parse("2026-01-02T00:00:00Z");
  private static final String JOB =
      """
      id: %s
      project: p
      name: daily
      paused: true
      triggers:
        - {name: day, start: 2026-01-01T00:00:00Z, period: 1d, catchup: none}
      steps:
        - {name: a, depends: [trigger/day], run: {noop: {}}}
        - {name: b, depends: [step/a], run: {noop: {}}}
      """
          .formatted(JOB_ID);

  private static TestNode node;
  private static MillraceClient client;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    client = MillraceClient.at(node.client.base(), TestNode.TOKEN);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void theDirectoryIsSavedListedAndDeleted() {
    client.directory().saveClient("c1", new ClientDefinition(null, "One", 4, false));
    assertThat(client.directory().getClient("c1").refreshesPerDay()).isEqualTo(4);
    assertThat(client.directory().allClients()).extracting("id").contains("c1");
    client
        .directory()
        .saveSite("site1", Map.of("provider", "acme", "run", Map.of("noop", Map.of())));
    assertThat(client.directory().getSite("site1").run().has("noop")).isTrue();
    assertThat(client.directory().allSites("acme")).hasSize(1);
    client.directory().saveUser("u1", new UserDefinition(null, "c1", UserStatus.ACTIVE, DAY));
    assertThat(client.directory().getUser("u1").lastLogin()).isEqualTo(DAY);
    assertThat(client.directory().allUsers("c1", UserStatus.ACTIVE)).hasSize(1);
    UserSiteDefinition definition =
        new UserSiteDefinition(null, "u1", "site1", null, null, null, null);
    client.userSites().saveUserSite("u1-site1", definition);
    checkUserSite();
    client.userSites().deleteUserSite("u1-site1");
    client.directory().deleteUser("u1");
    client.directory().deleteSite("site1");
    client.directory().deleteClient("c1");
    assertThatThrownBy(() -> client.directory().getClient("c1"))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("c1");
  }

  private static void checkUserSite() {
    assertThat(client.userSites().allUserSites("u1", null, null)).hasSize(1);
    assertThat(client.userSites().getUserSite("u1-site1").refresh().state()).isEqualTo("idle");
    assertThat(client.userSites().explainUserSite("u1-site1").rules()).isNotEmpty();
    assertThat(client.userSites().disableUserSite("u1-site1", "why").refresh().state())
        .isEqualTo("disabled");
    client.userSites().enableUserSite("u1-site1");
    assertThat(client.userSites().reportMfaRequired("u1-site1", DAY).lastMfaRequiredAt())
        .isEqualTo(DAY);
    assertThat(client.userSites().setMigration("u1-site1", true).migrating()).isTrue();
    client.userSites().setMigration("u1-site1", false);
    assertThat(client.userSites().setStatus("u1-site1", ConnectionStatus.CONNECTED).status())
        .isEqualTo(ConnectionStatus.CONNECTED);
    String id = client.userSites().refreshUserSite("u1-site1").taskId();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> client.tasks().getTask(id).status() == TaskStatus.SUCCESS);
    assertThat(client.flywheel().refreshUser("u1").userSites()).hasSize(1);
    assertThat(client.flywheel().getUserPlan("u1", null).user()).isEqualTo("u1");
    assertThat(client.flywheel().planDay(null).date()).isNotNull();
    assertThat(client.flywheel().getPlan(LocalDate.now(java.time.ZoneOffset.UTC)).minutes())
        .isNotNull();
    assertThat(client.flywheel().runMinutes().enabled()).isTrue();
  }

  @Test
  void anImportSaysWhichLinesItRejects() {
    String lines = "{\"client\": {\"id\": \"i1\", \"name\": \"I\"}}\n{\"client\": 7}\n";
    ImportResult result =
        client
            .directory()
            .importDirectory(
                () -> new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)),
                true,
                Duration.ofMinutes(1));
    assertThat(result.clients().created()).isEqualTo(1);
    assertThat(result.rejected()).singleElement().extracting("line").isEqualTo(2L);
  }

  @Test
  void aJobIsSavedRunAndDeleted() {
    JobCheck check = client.jobs().checkJob(JOB);
    assertThat(check.result()).isEqualTo("created");
    assertThat(client.jobs().saveJob(JOB).steps()).hasSize(2);
    assertThat(client.projects().allProjects()).extracting("name").containsExactly("p");
    assertThat(client.jobs().allJobs("p", null, null)).extracting("id").containsExactly(JOB_ID);
    assertThat(client.jobs().getJobDefinition(JOB_ID)).contains("name: daily");
    assertThat(client.jobs().unpauseJob(JOB_ID).paused()).isFalse();
    assertThat(client.jobs().pauseJob(JOB_ID, "why").pauseReason()).isEqualTo("why");
    assertThat(client.jobs().getJobGraph(JOB_ID).nodes()).hasSize(3);
    assertThat(client.triggers().listTriggers(JOB_ID).triggers()).hasSize(1);
    assertThat(client.triggers().getTriggerFires(JOB_ID, "day").name()).isEqualTo("day");
    FireRange range = new FireRange(DAY, DAY, true);
    assertThat(client.triggers().fireTrigger(JOB_ID, "day", range).fires()).isEqualTo(1);
    ScheduleQuery schedule = ScheduleQuery.ofCron("0 6 * * *", "Europe/London").fires(DAY, 3);
    assertThat(client.triggers().previewSchedule(schedule).fires()).hasSize(3);

    String id = client.jobTokens().runStep(JOB_ID, "a", DAY).taskId();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> client.tasks().getTask(id).status() == TaskStatus.SUCCESS);
    assertThat(client.tasks().getTask(id).logicalTime()).isEqualTo(DAY);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(client.jobTokens().allTokens(JOB_ID, null, null, TokenState.SUCCESS))
                    .isNotEmpty());
    assertThat(client.jobTokens().allTimes(JOB_ID)).hasSize(1);
    assertThat(client.jobTokens().getTokens(JOB_ID, DAY, "a").steps()).hasSize(1);
    RerunRequest again = new RerunRequest(DAY, DAY, List.of("a"), false, true);
    assertThat(client.jobTokens().rerunJob(JOB_ID, again).tokens()).isEqualTo(1);
    assertThat(client.jobTokens().cancelTokens(JOB_ID, DAY, List.of("a")).canceled()).isZero();
    assertThat(client.jobTokens().clearTokens(JOB_ID, DAY, List.of()).cleared()).isNotNegative();
    client.jobs().deleteJob(JOB_ID);
    assertThatThrownBy(() -> client.jobs().getJob(JOB_ID)).isInstanceOf(NotFoundException.class);
  }
}
