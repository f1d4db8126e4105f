package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirInUseTest {

  @Test
  void aSecondNodeOnADataDirectoryInUseIsRefusedAndTheFirstGoesOnServing(@TempDir Path temp)
      throws Exception {
    try (NodeProcess first = NodeProcess.start(temp, Map.of())) {
      first.client.put("/sources", "sources: {s: {collections: [{name: c}]}}");
      assertThatThrownBy(() -> NodeProcess.start(temp, Map.of()).close())
          .hasMessageContaining("the node ended");
      assertThat(first.log())
          .contains("Millrace cannot start: The data directory " + temp.toRealPath())
          .contains("is in use by another Millrace node")
          .contains("MILLRACE_DATA_DIR");
      String id = first.client.queue("s", "c");
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> first.client.task(id).path("status").asText().equals("SUCCESS"));
    }
  }
}
