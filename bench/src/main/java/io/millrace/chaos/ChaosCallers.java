package io.millrace.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * People outside: fifty requests a second, each to any node, with one retry at the next one. A
 * fifth of them ask for a task, the others ask how a task of theirs is.
 */
final class ChaosCallers {
  private static final int THREADS = 10;
  private static final int PAUSE_MILLIS = 200;
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private final List<ChaosNode> nodes;
  private final List<String> acknowledged = new CopyOnWriteArrayList<>();
  private final List<String> lastWords = new CopyOnWriteArrayList<>();
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger repeated = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private volatile boolean stopped;

  /**
   * What happened so far.
   *
   * @param repeated how many had no good answer at first
   * @param failed how many had none from the second node either
   */
  record CallCount(int calls, int repeated, int failed) {
    CallCount since(CallCount before) {
      return new CallCount(
          calls - before.calls, repeated - before.repeated, failed - before.failed);
    }

    @Override
    public String toString() {
      return "%,d requests, %,d repeated, %,d failed".formatted(calls, repeated, failed);
    }
  }

  ChaosCallers(List<ChaosNode> nodes) {
    this.nodes = nodes;
  }

  void start(Random random) {
    for (int i = 0; i < THREADS; i++) {
      Random own = new Random(random.nextLong());
      Thread thread = new Thread(() -> call(own), "caller-" + i);
      thread.setDaemon(true);
      thread.start();
    }
  }

  void stop() {
    stopped = true;
  }

  CallCount count() {
    return new CallCount(calls.get(), repeated.get(), failed.get());
  }

  /** The ids of the tasks that were promised. */
  List<String> acknowledged() {
    return List.copyOf(acknowledged);
  }

  /** What the requests that failed were told, and forgets it. */
  List<String> lastWords() {
    List<String> words = List.copyOf(lastWords);
    lastWords.clear();
    return words;
  }

  private void call(Random random) {
    while (!stopped) {
      boolean asks = acknowledged.isEmpty() || random.nextInt(5) == 0;
      String path =
          asks
              ? "/tasks?source=" + ChaosLoad.asked(random) + "&collection=c"
              : "/tasks/" + acknowledged.get(random.nextInt(acknowledged.size()));
      String method = asks ? "POST" : "GET";
      int first = random.nextInt(nodes.size());
      calls.incrementAndGet();
      String words = trouble(nodes.get(first), method, path);
      if (!words.isEmpty()) {
        repeated.incrementAndGet();
        String again = trouble(nodes.get((first + 1) % nodes.size()), method, path);
        if (!again.isEmpty() && !stopped) {
          failed.incrementAndGet();
          lastWords.add(method + " " + path + ": " + words + "; then " + again);
        }
      }
      ChaosLoad.pause(PAUSE_MILLIS);
    }
  }

  /** Empty if there was a good answer. */
  private String trouble(ChaosNode node, String method, String path) {
    try {
      HttpResponse<String> answer = node.send(method, path, "");
      if (answer.statusCode() == 200 || answer.statusCode() == 201) {
        if (method.equals("POST")) {
          acknowledged.add(JSON.readTree(answer.body()).path("task_id").asText());
        }
        return "";
      }
      return "node " + node.number() + ": " + answer.statusCode() + " " + answer.body();
    } catch (IOException away) {
      return "node " + node.number() + ": " + away;
    }
  }
}
