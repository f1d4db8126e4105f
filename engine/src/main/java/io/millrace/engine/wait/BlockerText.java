package io.millrace.engine.wait;

import io.millrace.engine.flow.PoolState;
import io.millrace.engine.flow.PoolWaits;
import io.millrace.engine.flow.PoolWaits.WaitState;
import io.millrace.engine.flow.SourceSystem;
import io.millrace.engine.task.Blocker;
import io.millrace.engine.task.Task;
import io.millrace.engine.task.TaskRoute;
import java.util.Locale;

/** The sentence that says what a queued task waits for. */
final class BlockerText {
  private BlockerText() {}

  static String of(WaitState wait, TaskRoute route, PoolState state) {
    String text = blocker(wait.blocker(), wait, route, state);
    return wait.before() == 0 || wait.blocker() == Blocker.OTHERS_FIRST
        ? text
        : text + "; " + comeFirst(wait.before());
  }

  private static String comeFirst(int before) {
    String number = before >= PoolWaits.MOST_COUNTED ? before + " or more" : String.valueOf(before);
    return before == 1 ? "1 task comes first" : number + " tasks come first";
  }

  private static String blocker(Blocker blocker, WaitState wait, TaskRoute route, PoolState state) {
    String pool = "the pool '" + route.pool() + "'";
    String queue = "the queue '" + route.queue() + "'";
    boolean nodes = route.queue().equals(Task.NODES);
    int channels = state.exists() ? state.config().maxConcurrency() : 0;
    return switch (blocker) {
      case POOL_MISSING -> "There is no pool '" + route.pool() + "'";
      case POOL_STARTING -> "The pool '" + route.pool() + "' has just started";
      case POOL_PAUSED -> "The pool '" + route.pool() + "' is paused" + why(state);
      case SYSTEM_PAUSED -> "The system '" + wait.system() + "' is paused" + why(wait, state);
      case NO_SHARE -> "The system '" + wait.system() + "' has no weight and no reserve in " + pool;
      case NO_WORKER -> nodes ? "No living node runs tasks" : "No living worker serves " + queue;
      case NO_WORKER_FOR_SECRETS ->
          "No worker of " + queue + " may have the secrets of its project";
      case CHANNELS_IN_USE -> inUse(channels, pool);
      case WEIGHT_ZERO ->
          "The system '" + wait.system() + "' has no weight, and its reserve is in use in " + pool;
      case CHANNELS_RESERVED -> reserved(channels - state.running(), pool);
      case WORKERS_BUSY ->
          nodes ? "All slots of the nodes are in use" : "All workers of " + queue + " are busy";
      case OTHERS_FIRST -> sentence(comeFirst(wait.before()));
      case ABOUT_TO_START -> "It is about to start";
      case REQUEST_UNKNOWN -> "The pool '" + route.pool() + "' does not know its request yet";
      default -> throw new IllegalArgumentException(blocker + " is not of a queued task");
    };
  }

  private static String inUse(int channels, String pool) {
    return channels == 1
        ? "The channel of " + pool + " is in use"
        : "All " + channels + " channels of " + pool + " are in use";
  }

  private static String reserved(int free, String pool) {
    return free == 1
        ? "The free channel of " + pool + " is reserved for other systems"
        : "The " + free + " free channels of " + pool + " are reserved for other systems";
  }

  private static String why(PoolState state) {
    String reason = state.change() == null ? "" : state.change().reason();
    return reason.isEmpty() ? "" : ": " + reason;
  }

  private static String why(WaitState wait, PoolState state) {
    return state.config().sourceSystems().stream()
        .filter(system -> system.systemName().equals(wait.system()))
        .map(SourceSystem::paused)
        .filter(reason -> reason != null && !reason.isEmpty())
        .map(reason -> ": " + reason)
        .findFirst()
        .orElse("");
  }

  private static String sentence(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
