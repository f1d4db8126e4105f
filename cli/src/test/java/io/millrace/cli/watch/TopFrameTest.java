package io.millrace.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.millrace.client.model.TaskModel.Task;
import io.millrace.client.model.WatchModel.LiveState;
import io.millrace.client.transport.JsonCodec;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopFrameTest {
  private static final String LIVE =
      """
{"running": 2, "waiting": 3, "due": 4, "late_seconds": 75,
 "today": {"queued": 10, "started": 9, "success": 5, "failure": 1, "timeout": 1, "error": 1, "canceled": 1, "skipped": 7},
 "pools": [{"pool": "default", "version": 1, "enabled": true, "maxConcurrency": 8, "running": 2, "waiting": 3},
           {"pool": "night", "version": 1, "enabled": false, "reason": "The bank\\u001b[2J asked", "maxConcurrency": 2}],
 "at": "2026-11-16T12:00:00Z"}
""";

  private static Task task(String name) throws JsonProcessingException {
    return JsonCodec.MAPPER.readValue(
        """
{"source": "bank", "collection": "%s", "status": "FAILED", "created_at": "2026-11-16T11:58:00Z",
 "started_at": "2026-11-16T11:59:00Z", "finished_at": "2026-11-16T11:59:30Z", "message": "HTTP 503"}
"""
            .formatted(name),
        Task.class);
  }

  private static TopState state(int tasks) throws JsonProcessingException {
    List<Task> many = Collections.nCopies(tasks, task("accounts"));
    return new TopState(JsonCodec.MAPPER.readValue(LIVE, LiveState.class), many, List.of(), many);
  }

  @Test
  void itShowsWhatRunsWaitsFailsAndIsLate() throws Exception {
    assertThat(TopFrame.draw("Millrace http://x", state(1), 100, 40, false))
        .containsExactly(
            "Millrace http://x   2026-11-16T12:00:00Z   q quits",
            "running 2   waiting 3   late 75 s, due 4",
            "today: 10 queued, 9 started, 5 success, 3 failed, 1 canceled, 7 skipped",
            "pool default: 2 of 8 channels, 3 waiting",
            "pool night: 0 of 2 channels, 0 waiting   PAUSED: The bank�[2J asked",
            "RUNNING",
            "  bank accounts  60 s",
            "WAITING",
            "  none",
            "FAILED",
            "  bank accounts  30 s ago  HTTP 503");
  }

  @Test
  void itFitsIntoAnyScreen() throws Exception {
    for (int height = 1; height < 60; height++) {
      for (int width : new int[] {1, 20, 40, 200}) {
        List<String> lines = TopFrame.draw("Millrace", state(50), width, height, false);
        assertThat(lines).hasSizeLessThanOrEqualTo(Math.max(height, 10));
        assertThat(lines).allMatch(line -> line.length() <= Math.max(width, 20));
      }
    }
  }

  @Test
  void onlyItsOwnColoursAreInIt() throws Exception {
    assertThat(String.join("", TopFrame.draw("Millrace", state(3), 100, 40, true)))
        .contains("\u001b[31m")
        .doesNotContain("\u001b[2J");
  }
}
