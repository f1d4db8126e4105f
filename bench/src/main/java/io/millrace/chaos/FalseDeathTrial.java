package io.millrace.chaos;

import io.millrace.engine.sql.Statements;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Everything that looks like death and is none: all cores are busy with other processes, each node
 * stops for two seconds in each minute, as it would in a long garbage collection, and somebody ends
 * random sessions of the database every few seconds.
 */
final class FalseDeathTrial {
  private static final Duration STOP = Duration.ofSeconds(2);
  private static final int MINUTE = 60;

  private final ChaosCluster scene;
  private final Random random;
  private int stops;
  private int endedSessions;

  FalseDeathTrial(ChaosCluster scene, Random random) {
    this.scene = scene;
    this.random = random;
  }

  /** Returns what was done, for the report. */
  String run(int minutes) throws Exception {
    List<Process> busy = saturate();
    try {
      for (int minute = 0; minute < minutes; minute++) {
        minute();
      }
    } finally {
      busy.forEach(Process::destroyForcibly);
    }
    return "%d busy processes for %d minutes, %d stops of %d s, %d ended sessions"
        .formatted(busy.size(), minutes, stops, STOP.toSeconds(), endedSessions);
  }

  private static List<Process> saturate() throws IOException {
    List<Process> busy = new ArrayList<>();
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      busy.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
    }
    return busy;
  }

  /** Each node stops once, at its own time. */
  private void minute() throws Exception {
    List<ChaosNode> nodes = scene.nodes();
    int share = MINUTE / nodes.size();
    int second = 0;
    for (ChaosNode node : nodes) {
      int stopAt = random.nextInt(share - (int) STOP.toSeconds());
      for (int i = 0; i < share; i++, second++) {
        if (second % (2 + random.nextInt(3)) == 0) {
          endSession();
        }
        if (i == stopAt) {
          node.signal("STOP");
          endSession();
          ChaosLoad.pause(STOP.toMillis());
          node.signal("CONT");
          stops++;
          i += (int) STOP.toSeconds() - 1;
        } else {
          ChaosLoad.pause(1_000);
        }
      }
    }
  }

  /** Any session of any node: one of its pool, or the one that shows that it lives. */
  private void endSession() {
    try (Connection connection = scene.database().url().connect()) {
      endedSessions +=
          new Statements(connection)
              .rows(
                  """
                  select pg_terminate_backend(pid) from pg_stat_activity
                  where datname = current_database() and application_name like 'millrace#%'
                  order by random() limit 1
                  """,
                  row -> row.getBoolean(1))
              .size();
    } catch (SQLException away) {
      // The next one counts.
    }
  }
}
