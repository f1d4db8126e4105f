package io.millrace.cli.doctor;

import io.millrace.client.MillraceClient;
import io.millrace.client.model.PageRequest;
import io.millrace.client.model.RefreshFilter;
import io.millrace.client.model.TaskFilter;
import io.millrace.client.model.TaskModel.Task;
import io.millrace.client.model.TaskModel.TaskStatus;
import io.millrace.client.model.WatchModel.LiveState;
import io.millrace.client.model.WatchModel.PoolSummary;
import io.millrace.client.model.WatchModel.RefreshPage;
import io.millrace.client.model.WatchModel.Today;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Whether work is done, and in time. */
final class WorkChecks {
  private static final long LATE_SECONDS = 60;
  private static final Duration LATELY = Duration.ofHours(1);

  private final MillraceClient client;

  WorkChecks(MillraceClient client) {
    this.client = client;
  }

  List<DoctorFinding> look(Instant now) {
    LiveState live = client.watch().watchEvents();
    List<DoctorFinding> findings = new ArrayList<>();
    findings.add(late(live));
    for (PoolSummary pool : live.pools()) {
      findings.add(pool(pool));
    }
    findings.add(failing(now));
    findings.add(disabled());
    findings.add(missed(client.watch().getDay(null)));
    findings.add(webhooks());
    return findings;
  }

  private static DoctorFinding late(LiveState live) {
    return live.lateSeconds() > LATE_SECONDS
        ? DoctorFinding.fail(
            "late",
            live.due() + " refreshes are due, the oldest for " + live.lateSeconds() + " s",
            "Give the pools more channels or the nodes more workers: millrace get pools, millrace"
                + " get workers.")
        : DoctorFinding.ok("late", "nothing is late");
  }

  private static DoctorFinding pool(PoolSummary pool) {
    String check = "pool " + pool.pool();
    String use =
        "%d of %d channels, %d waiting"
            .formatted(pool.running(), pool.maxConcurrency(), pool.waiting());
    if (!pool.enabled()) {
      return DoctorFinding.warn(
          check, "is paused: " + pool.reason() + "; " + use, "millrace resume pool " + pool.pool());
    }
    return pool.waiting() > 0 && pool.running() < pool.maxConcurrency()
        ? DoctorFinding.warn(
            check,
            use + ": tasks wait although channels are free",
            "No worker can take them: millrace get workers.")
        : DoctorFinding.ok(check, use);
  }

  private DoctorFinding failing(Instant now) {
    List<Task> failed =
        client
            .tasks()
            .listHistory(
                TaskFilter.ALL.status(TaskStatus.FAILED).between(now.minus(LATELY), null),
                PageRequest.ofSize(100))
            .tasks();
    if (failed.isEmpty()) {
      return DoctorFinding.ok("failing", "nothing failed in the last hour");
    }
    Task last = failed.get(0);
    String many = failed.size() + (failed.size() == 100 ? " or more" : "");
    return DoctorFinding.warn(
        "failing",
        many + " tasks failed in the last hour, the last one: " + last.id() + ": " + last.message(),
        "millrace get tasks --status FAILED --since 1h; millrace tail ID");
  }

  private DoctorFinding disabled() {
    RefreshPage page =
        client.watch().listRefreshes(RefreshFilter.ALL.kind("disabled"), PageRequest.ofSize(100));
    int number = page.refreshes().size();
    return number == 0
        ? DoctorFinding.ok("disabled", "nothing is disabled")
        : DoctorFinding.warn(
            "disabled",
            number
                + (page.after() == null ? "" : " or more")
                + " user-sites or collections are disabled, such as "
                + page.refreshes().get(0).source()
                + " "
                + page.refreshes().get(0).collection(),
            "millrace explain says why; millrace enable when it is fixed.");
  }

  private static DoctorFinding missed(Today today) {
    return today.missed() == 0
        ? DoctorFinding.ok("plan", "no user of today's plan was missed")
        : DoctorFinding.warn(
            "plan",
            today.missed() + " users of today's plan were missed",
            "The nodes were down for longer than catchUpWindow, or cannot keep up. millrace get"
                + " plan");
  }

  private DoctorFinding webhooks() {
    long open =
        client.watch().listNotifications(null, PageRequest.ofSize(100)).notifications().stream()
            .flatMap(each -> each.deliveries().stream())
            .filter(delivery -> delivery.deliveredAt() == null && delivery.attempts() > 1)
            .count();
    return open == 0
        ? DoctorFinding.ok("webhooks", "no notification waits for a webhook")
        : DoctorFinding.warn(
            "webhooks",
            open + " notifications could not be delivered yet",
            "millrace get notifications -o json shows the error of each.");
  }
}
