package io.millrace.http.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.TestClient.Answer;
import io.millrace.http.TestNode;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Ten thousand definitions at once, on a real node. */
class BigApplyTest {
  private static final int EACH = 2_500;

  private static TestNode node;
  private static long lastCpu;

  @BeforeAll
  static void start() {
    node = TestNode.start();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static void report(String what, long begun) {
    long millis = Duration.ofNanos(System.nanoTime() - begun).toMillis();
    System.out.println(what + ": " + millis + " ms, node's processor " + cpu());
  }

  /** The machine may be busy with others: what the node itself needs is the better figure. */
  private static String cpu() {
    long before = lastCpu;
    lastCpu =
        ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime();
    return Duration.ofNanos(lastCpu - before).toMillis() + " ms";
  }

  private static Answer timed(String what, String path, String body) {
    long begun = System.nanoTime();
    Answer answer = node.client.post(path, body);
    report(what, begun);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    return answer;
  }

  @Test
  void tenThousandAreComparedCreatedChangedAndDeleted() {
    cpu();
    String first = ManyDefinitions.body(EACH, 1);
    assertThat(timed("diff of 10,000 new ones", "/definitions/diff", first).json().path("created"))
        .hasSize(4 * EACH);
    timed("apply of 10,000 new ones", "/definitions/apply", first);
    assertThat(
            timed("diff of 10,000 equal ones", "/definitions/diff", first)
                .json()
                .path("unchanged")
                .asInt())
        .isEqualTo(4 * EACH);
    timed("apply of 10,000 equal ones", "/definitions/apply", first);
    String second = ManyDefinitions.body(EACH, 2);
    assertThat(
            timed("apply of 10,000 changed ones", "/definitions/apply", second)
                .json()
                .path("changed"))
        .hasSize(4 * EACH);
    assertThat(node.client.get("/sites/site7").text("provider")).isEqualTo("g2");
    long begun = System.nanoTime();
    Answer exported = node.client.get("/definitions/export");
    report("export", begun);
    assertThat(
            timed("diff of the export", "/definitions/diff", exported.json().toString())
                .json()
                .path("changed"))
        .isEmpty();
    String none =
        DefinitionApiTest.body(
            true, "none.yaml", "sites: {}\nclients: {}\nsources: {}\njobs: []\n");
    assertThat(
            timed("deletion of 10,000", "/definitions/apply", none).json().path("deleted").size())
        .isGreaterThanOrEqualTo(4 * EACH);
  }
}
