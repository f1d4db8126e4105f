package io.millrace.cli.watch;

import io.millrace.client.MillraceClient;
import io.millrace.client.model.PageRequest;
import io.millrace.client.model.TaskFilter;
import io.millrace.client.model.TaskModel.Task;
import io.millrace.client.model.TaskModel.TaskStatus;
import io.millrace.client.model.WatchModel.LiveState;
import java.util.List;

/** What the live screen shows. */
record TopState(LiveState live, List<Task> running, List<Task> waiting, List<Task> failed) {
  private static final int MOST_ROWS = 40;

  static TopState read(MillraceClient client) {
    return new TopState(
        client.watch().watchEvents(),
        tasks(client, TaskStatus.RUNNING),
        tasks(client, TaskStatus.SCHEDULED),
        tasks(client, TaskStatus.FAILED));
  }

  private static List<Task> tasks(MillraceClient client, TaskStatus status) {
    return client
        .tasks()
        .listHistory(TaskFilter.ALL.status(status), PageRequest.ofSize(MOST_ROWS))
        .tasks();
  }
}
