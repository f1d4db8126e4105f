package io.millrace.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.NullNode;
import io.millrace.client.api.ReportsApi;
import io.millrace.client.model.ReportModel.FinishReport;
import io.millrace.client.model.WorkerModel.ClaimedTask;
import io.millrace.client.transport.ApiCaller;
import io.millrace.client.transport.ApiRequest;
import io.millrace.client.transport.EventReader;
import io.millrace.client.transport.RetryBackoff;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;

class TaskStarterTest {
  /** Keeps the reports. */
  private static final class Reports implements ApiCaller {
    final List<FinishReport> sent = new CopyOnWriteArrayList<>();

    @Override
    public <T> T call(ApiRequest request, Class<T> answer) {
      sent.add((FinishReport) request.body().json());
      return null;
    }

    @Override
    public void send(ApiRequest request) {
      call(request, Void.class);
    }

    @Override
    public EventReader events(ApiRequest request) {
      throw new UnsupportedOperationException();
    }
  }

  private final CountDownLatch ran = new CountDownLatch(1);
  private final Reports reports = new Reports();
  private final AttemptTable table = new AttemptTable(1);

  private TaskStarter starter(ThreadFactory threads) {
    WorkerSettings settings =
        new WorkerSettings(
            "w",
            "default",
            Map.of(
                "q",
                task -> {
                  ran.countDown();
                  return null;
                }),
            1,
            Duration.ZERO,
            Duration.ZERO,
            false,
            false,
            LogBuffer.Limits.DEFAULT,
            RetryBackoff.DEFAULT);
    AttemptReporter reporter =
        new AttemptReporter(
            new ReportsApi(reports), table, RetryBackoff.DEFAULT, new WorkerPause());
    return new TaskStarter(settings, table, reporter, threads);
  }

  private static ClaimedTask task() {
    NullNode none = NullNode.getInstance();
    return new ClaimedTask(
        "t",
        "u",
        1,
        "s",
        "c",
        null,
        "DEFAULT",
        "default",
        "q",
        Instant.EPOCH,
        none,
        none,
        Map.of(),
        Map.of());
  }

  @Test
  void aTaskThatGetsNoThreadFailsAndGivesItsSlotBack() {
    TaskStarter starter =
        starter(
            work ->
                new Thread(work) {
                  @Override
                  public synchronized void start() {
                    throw new OutOfMemoryError("unable to create native thread");
                  }
                });
    assertThat(starter.test(task())).isFalse();
    assertThat(table.all()).isEmpty();
    assertThat(reports.sent)
        .singleElement()
        .satisfies(
            report -> {
              assertThat(report.outcome()).isEqualTo("failure");
              assertThat(report.message()).contains("unable to create native thread");
            });
  }

  @Test
  void anyOtherTaskRuns() throws InterruptedException {
    assertThat(starter(Thread::new).test(task())).isTrue();
    ran.await();
  }
}
