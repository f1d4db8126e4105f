package io.millrace.engine.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class YamlLinesTest {
  private static final String TEXT =
      """
      # a comment
      sites:
        a.b:
          timeout: 10m
          list: [1,
            2]
      ---
      jobs:
        - id: x
          steps:
            - name: s
        -
          id: y
      """;

  @Test
  void everyValueHasItsLine() {
    List<YamlLines> documents = YamlLines.ofAll(TEXT);
    assertThat(documents).hasSize(2);
    YamlLines first = documents.get(0);
    assertThat(first.of("sites")).isEqualTo(2);
    assertThat(first.of("sites.a.b")).isEqualTo(3);
    assertThat(first.of("sites.a.b.timeout")).isEqualTo(4);
    assertThat(first.of("sites.a.b.list[1]")).isEqualTo(6);
    YamlLines second = documents.get(1);
    assertThat(second.first()).isEqualTo(8);
    assertThat(second.of("jobs[0].steps[0].name")).isEqualTo(11);
    assertThat(second.of("jobs[1]")).isEqualTo(13);
  }

  @Test
  void whatIsNotThereHasTheLineOfWhatIsAroundIt() {
    YamlLines first = YamlLines.ofAll(TEXT).get(0);
    assertThat(first.of("sites.a.b.retry.delays[0]")).isEqualTo(3);
    assertThat(first.of("pools.x")).isEqualTo(2);
    assertThat(YamlLines.of(TEXT, 2).get(0).of("sites.a.b.timeout")).isEqualTo(3);
  }

  @Test
  void aTextThatIsNoYamlHasNoLines() {
    assertThat(YamlLines.ofAll("a: [")).isEmpty();
    assertThat(YamlLines.ofAll("")).isEmpty();
  }
}
