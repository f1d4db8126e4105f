package io.millrace.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.check.Finding;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The small rules of the suite: what it is told, what it counts, when it says BROKEN. */
class HostileRulesTest {

  @ParameterizedTest
  @CsvSource({
    "--sise short, --sise is no option",
    "--seed, --seed needs a value",
    "--size huge, must be short or full",
    "--only roles;nothing, nothing is no attack",
    "--cluster 25520, must be a host and a port",
    "http://a http://b, Only one node",
  })
  void whatItIsToldMustBeRight(String args, String said) {
    List<String> words = List.of(args.replace(';', ',').split(" "));
    assertThatThrownBy(() -> HostileOptions.parse(words, "t", 7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://127.0.0.1",
        "http://127.0.0.1/path",
        "http://127.0.0.1?query",
        "http://a:b@127.0.0.1",
        "127.0.0.1:8080"
      })
  void onlyANodeItselfIsATarget(String url) {
    assertThatThrownBy(() -> AttackTarget.of(url)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSeedReplaysTheSameRequests() {
    FuzzedRequest.RoleAccessTokens tokens = new FuzzedRequest.RoleAccessTokens("v", "w", "o");
    Random one = new Random(7);
    Random other = new Random(7);
    for (int i = 0; i < 1_000; i++) {
      assertThat(FuzzedRequest.of(one, tokens).bytes())
          .isEqualTo(FuzzedRequest.of(other, tokens).bytes());
    }
  }

  @Test
  void aChecklistCountsByRuleAndKeepsSomeExamples() {
    Checklist checklist = new Checklist();
    checklist.check("a", true, "");
    for (int i = 0; i < 9; i++) {
      checklist.check("b", i == 0, "line\nof " + i);
    }
    List<Finding> findings = checklist.findings();
    assertThat(findings.get(0).isFine()).isTrue();
    assertThat(findings.get(1).looked()).isEqualTo(9);
    assertThat(findings.get(1).broken()).isEqualTo(8);
    assertThat(findings.get(1).examples()).hasSize(5).startsWith("line of 1");
  }

  @Test
  void answersAreCountedTheMostFrequentFirst() {
    AttackTally tally = new AttackTally();
    tally.add(408);
    tally.add(429);
    tally.add(429);
    tally.add(0);
    assertThat(tally.requests()).isEqualTo(4);
    assertThat(tally.toString()).startsWith("429 ×2, ").contains("closed ×1");
  }

  @Test
  void memoryFilesAndThreadsMustComeBack() {
    NodeVitals before = new NodeVitals(100, 512, 200, 4096, 80, 0, 0);
    assertThat(new NodeVitals(220, 512, 220, 4096, 90, 0, 0).isBackAt(before)).isTrue();
    assertThat(new NodeVitals(300, 512, 200, 4096, 80, 0, 0).isBackAt(before)).isFalse();
    assertThat(new NodeVitals(100, 512, 900, 4096, 80, 0, 0).isBackAt(before)).isFalse();
    assertThat(new NodeVitals(100, 512, 200, 4096, 500, 0, 0).isBackAt(before)).isFalse();
  }

  @Test
  void aNumberOfTheMetricsIsTheSumOfItsLines() {
    String metrics =
        """
        # HELP jvm_memory_max_bytes x
        jvm_memory_max_bytes{area="heap",id="G1 Eden Space"} -1.0
        jvm_memory_max_bytes{area="heap",id="G1 Old Gen"} 5.36870912E8
        jvm_memory_max_bytes{area="nonheap",id="Metaspace"} 7.0
        """;
    assertThat(NodeVitals.sum(metrics, "jvm_memory_max_bytes", line -> line.contains("\"heap\"")))
        .isEqualTo(512.0 * 1024 * 1024);
    assertThat(NodeVitals.sum(metrics, "jvm_memory_max", line -> true)).isZero();
  }
}
