package io.millrace.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.millrace.client.MillraceClient;
import io.millrace.client.api.LiveFollower;
import io.millrace.client.api.LogFollower;
import io.millrace.client.error.BadRequestException;
import io.millrace.client.error.ConflictException;
import io.millrace.client.error.ForbiddenException;
import io.millrace.client.error.NotFoundException;
import io.millrace.client.error.UnauthorizedException;
import io.millrace.client.model.AccessTokenModel.AccessToken;
import io.millrace.client.model.AccessTokenModel.AccessTokenRequest;
import io.millrace.client.model.AccessTokenModel.CreatedAccessToken;
import io.millrace.client.model.AccessTokenModel.Role;
import io.millrace.client.model.ChannelModel.ChannelRelease;
import io.millrace.client.model.ChannelModel.ChannelRequest;
import io.millrace.client.model.FlowModel.PoolChange;
import io.millrace.client.model.FlowModel.PoolConfig;
import io.millrace.client.model.FlowModel.SourceSystem;
import io.millrace.client.model.NotificationModel.WebhookDefinition;
import io.millrace.client.model.PageRequest;
import io.millrace.client.model.ProjectModel.ConfigEntry;
import io.millrace.client.model.ReportModel.FinishReport;
import io.millrace.client.model.ReportModel.LogReport;
import io.millrace.client.model.ReportModel.ProgressReport;
import io.millrace.client.model.ReportModel.ReportedLine;
import io.millrace.client.model.SourceModel.CollectionDifference;
import io.millrace.client.model.SourceModel.SourcesCheck;
import io.millrace.client.model.TaskFilter;
import io.millrace.client.model.TaskModel.BulkRequest;
import io.millrace.client.model.TaskModel.LogLine;
import io.millrace.client.model.TaskModel.Task;
import io.millrace.client.model.TaskModel.TaskStatus;
import io.millrace.client.model.WorkerModel.ClaimedTask;
import io.millrace.http.TestNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tasks, sources, pools, projects, tokens and what watches them, through the Java client. */
class ClientCallsTest {
  private static final String SOURCES =
      """
      sources:
        s:
          collections:
            - {name: quick}
            - {name: talks, run: {process: [sh, -c, "for i in 1 2 3; do echo line $i; done"]}}
            - {name: remote, run: {pull: {queue: q, body: {n: 7}}}}
      """;

  private static TestNode node;
  private static MillraceClient client;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    client = MillraceClient.at(node.client.base(), TestNode.TOKEN);
    assertThat(client.sources().replaceSources(SOURCES, false).collections()).isEqualTo(3);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static Task ended(String id) {
    return await(id)
        .atMost(Duration.ofSeconds(30))
        .until(() -> client.tasks().getTask(id), task -> task.finishedAt() != null);
  }

  @Test
  void aTaskIsAskedForReadListedAndItsLogFollowed() {
    String id = client.tasks().refreshCollection("s", "talks").taskId();
    try (LogFollower log = client.tasks().followLog(id)) {
      assertThat(log).extracting(LogLine::message).containsExactly("line 1", "line 2", "line 3");
      assertThat(log.end().status()).isEqualTo(TaskStatus.SUCCESS);
    }
    Task task = ended(id);
    assertThat(task.of().kind()).isEqualTo("collection");
    assertThat(client.tasks().allLog(id)).extracting(LogLine::message).endsWith("line 3");
    assertThat(client.tasks().readLog(id, null, null, 2, null).after()).isNotNull();
    assertThatThrownBy(() -> client.tasks().cancelTask(id)).isInstanceOf(ConflictException.class);
    TaskFilter filter =
        TaskFilter.ofSource("s")
            .between(task.createdAt(), task.createdAt().plusSeconds(3600))
            .collection("talks")
            .status(TaskStatus.SUCCESS);
    assertThat(client.tasks().allTasks(filter)).extracting(Task::id).contains(id);
    assertThat(client.tasks().allHistory(TaskFilter.ALL.collection("talks")))
        .extracting(Task::id)
        .contains(id);
    BulkRequest again = new BulkRequest("s", "talks", TaskStatus.SUCCESS, null, null, true);
    assertThat(client.tasks().rerunTasks(again).matched()).isPositive();
    BulkRequest nothing = new BulkRequest("s", "talks", TaskStatus.RUNNING, null, null, true);
    assertThat(client.tasks().cancelTasks(nothing).done()).isZero();
  }

  @Test
  void pagesFollowEachOther() {
    for (int i = 0; i < 5; i++) {
      ended(client.tasks().refreshCollection("s", "quick").taskId());
    }
    TaskFilter filter = TaskFilter.ALL.source("s").collection("quick");
    assertThat(client.tasks().listHistory(filter, PageRequest.ofSize(2)).after()).isNotNull();
    assertThat(
            io.millrace.client.api.PageStream.of(
                page -> client.tasks().listHistory(filter, page), PageRequest.ofSize(2)))
        .hasSize(5)
        .extracting(Task::id)
        .doesNotHaveDuplicates();
  }

  @Test
  void aTaskIsClaimedAndReportedOn() {
    String id = client.tasks().refreshCollection("s", "remote").taskId();
    ClaimedTask claimed =
        client
            .workers()
            .claimTasks("w1", Duration.ofSeconds(20), 1, Set.of("q"), "default")
            .tasks()
            .get(0);
    String uid = claimed.attemptUid();
    assertThat(claimed.queue()).isEqualTo("q");
    assertThat(claimed.body().path("n").asInt()).isEqualTo(7);
    assertThat(client.workers().sendHeartbeat("w1", Set.of(uid)).stop()).isEmpty();
    client.reports().reportProgress(id, new ProgressReport(uid, 40, "half"));
    client.reports().reportLog(id, new LogReport(uid, List.of(new ReportedLine("hi", null, null))));
    assertThat(client.workers().getWorker("w1").running()).hasSize(1);
    assertThat(client.workers().allWorkers()).hasSizeGreaterThan(1);
    FinishReport end =
        FinishReport.builder()
            .attemptUid(uid)
            .outcome("failure")
            .message("no")
            .userMessage("Sorry")
            .retryable(true)
            .build();
    client.reports().finishTask(id, end);
    assertThat(ended(id).userMessage()).isEqualTo("Sorry");
    ConflictException stale =
        catchThrowableOfType(ConflictException.class, () -> client.reports().finishTask(id, end));
    assertThat(stale.problem().name()).isEqualTo("stale-attempt");
  }

  @Test
  void aCollectionIsExplainedDisabledAndEnabled() {
    assertThat(client.sources().getSources()).isEqualTo(SOURCES);
    assertThat(client.sources().explainCollection("s", "quick").rules()).isNotEmpty();
    assertThat(client.sources().disableCollection("s", "quick", "why").refresh().state())
        .isEqualTo("disabled");
    assertThat(client.sources().enableCollection("s", "quick").refresh().state()).isEqualTo("idle");
    assertThat(client.sources().getCollection("s", "quick").collection()).isEqualTo("quick");
    String other = SOURCES.replace("quick}", "quick, schedule: \"@hourly\"}").replace("talks", "t");
    SourcesCheck check = client.sources().checkSources(other, false);
    assertThat(check.differences())
        .extracting(CollectionDifference::change, CollectionDifference::collection)
        .containsExactly(tuple("added", "t"), tuple("changed", "quick"), tuple("removed", "talks"));
    assertThat(check.differences().get(1).next()).hasSize(3).isSorted();
    assertThat(client.sources().getSources()).as("nothing is saved").isEqualTo(SOURCES);
    assertThatThrownBy(() -> client.sources().checkSources("sources: {}", false))
        .isInstanceOf(BadRequestException.class);
    assertThat(client.sources().checkSources("sources: {}", true).removed()).isEqualTo(3);
    BadRequestException wrong =
        catchThrowableOfType(
            BadRequestException.class,
            () -> client.sources().replaceSources("sources: {a b: {collections: 3}}", false));
    assertThat(wrong.problem().errors()).isNotEmpty();
  }

  @Test
  void poolsAndChannels() {
    PoolConfig config = new PoolConfig(true, 2, List.of(new SourceSystem("DEFAULT", 0, 100)));
    assertThat(client.flow().configurePool("p", config).config()).isEqualTo(config);
    assertThat(client.flow().pausePool("p", "lunch").config().enabled()).isFalse();
    assertThat(client.flow().resumePool("p", null).config().enabled()).isTrue();
    assertThat(client.flow().pauseSystem("p", "DEFAULT", "lunch").config().sourceSystems())
        .containsExactly(new SourceSystem("DEFAULT", 0, 100, "lunch"));
    assertThat(client.flow().resumeSystem("p", "DEFAULT", null).config()).isEqualTo(config);
    ChannelRequest request = new ChannelRequest("TDR_1", null, "t1", "p", null, "5m", "high");
    assertThat(client.channels().requestChannel(request, Duration.ofSeconds(10)).status())
        .isEqualTo("granted");
    assertThat(client.channels().keepChannel("t1", "p").deadline()).isNotNull();
    assertThat(client.flow().getPool("p").running()).isEqualTo(1);
    ChannelRelease release = new ChannelRelease("t1", "p", "success", "done");
    assertThat(client.channels().releaseChannel(release).released()).isTrue();
    assertThat(client.channels().releaseChannel(release).released()).isFalse();
    assertThat(client.flow().allPoolChanges("p")).extracting(PoolChange::version).hasSize(5);
    client.flow().deletePool("p");
    assertThat(client.flow().listPools().pools()).extracting("pool").containsExactly("default");
    PoolConfig current = client.flow().getDefaultPool().config();
    assertThat(client.flow().configureDefaultPool(current).config()).isEqualTo(current);
  }

  @Test
  void webhooksAreSavedAndTested() {
    WebhookDefinition wanted =
        new WebhookDefinition(
            "http://127.0.0.1:1/", "a-secret-for-tests-only", List.of("disabled"));
    assertThat(wanted.toString()).doesNotContain("secret-for");
    assertThat(client.webhooks().saveWebhook("w", wanted).kinds()).containsExactly("disabled");
    assertThat(client.webhooks().listWebhooks().webhooks()).extracting("name").contains("w");
    assertThat(client.webhooks().testWebhook("w").delivered()).as("nobody listens").isFalse();
    client.webhooks().deleteWebhook("w");
    assertThatThrownBy(() -> client.webhooks().getWebhook("w"))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void projectsAndTheirValues() {
    client.projects().saveConfig("billing", "url", "http://bank");
    client.projects().saveSecret("billing", "key", "s3cret");
    assertThat(client.projects().listConfig("billing").config())
        .extracting(ConfigEntry::value)
        .containsExactly("http://bank");
    assertThat(client.projects().listSecrets("billing").secrets())
        .extracting("name")
        .containsExactly("key");
    client.projects().deleteConfig("billing", "url");
    client.projects().deleteSecret("billing", "key");
    assertThatThrownBy(() -> client.projects().deleteSecret("billing", "key"))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void accessTokensAndWhatTheyMay() {
    AccessTokenRequest request =
        new AccessTokenRequest("reader", Role.VIEWER, null, null, null, null, null);
    CreatedAccessToken created = client.accessTokens().createAccessToken(request);
    assertThat(created.toString()).doesNotContain(created.token());
    MillraceClient reader = MillraceClient.at(node.client.base(), created.token());
    assertThat(reader.watch().getSession().role()).isEqualTo(Role.VIEWER);
    assertThatThrownBy(() -> reader.tasks().refreshCollection("s", "quick"))
        .isInstanceOf(ForbiddenException.class)
        .hasMessageContaining("operator or admin");
    assertThat(client.accessTokens().allAccessTokens())
        .extracting(AccessToken::id)
        .contains(created.id());
    client.accessTokens().revokeAccessToken(created.id());
    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(() -> reader.watch().getSession())
                    .isInstanceOf(UnauthorizedException.class));
  }

  @Test
  void watchingAndMachines() {
    assertThat(client.watch().getDay(null).minutes()).isNotNull();
    assertThat(client.watch().watchEvents().at()).isBefore(Instant.now().plusSeconds(60));
    try (LiveFollower live = client.watch().followEvents()) {
      assertThat(live.next().pools()).isNotEmpty();
      assertThat(live.next().revision()).isNotNull();
    }
    assertThat(client.watch().getCluster().members()).hasSize(1);
    assertThat(
            client
                .watch()
                .allRefreshes(io.millrace.client.model.RefreshFilter.ALL.kind("collection")))
        .hasSize(3);
    assertThat(client.watch().listNotifications(null, PageRequest.FIRST).items()).isNotNull();
    MillraceClient nobody = MillraceClient.at(node.client.base(), null);
    assertThat(nobody.machines().isAlive().status()).isEqualTo("alive");
    assertThat(nobody.machines().isReady().status()).isEqualTo("ready");
    assertThat(nobody.machines().getMetrics()).contains("millrace_");
    assertThat(nobody.machines().getPage()).contains("<html");
    assertThat(nobody.machines().getOpenApi()).startsWith("openapi");
    assertThatThrownBy(() -> nobody.watch().getSession()).isInstanceOf(UnauthorizedException.class);
  }
}
