package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageNameRuleTest {
  private static final String DIGEST = "@sha256:" + "0a".repeat(32);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "busybox",
        "localhost/busybox:1",
        "reg.example:5000/team/a_b/c__d-e.f:V1.0-rc_2",
        "Registry.Example/extract",
        "[2001:db8::1]:5000/x",
        "library/x:latest"
      })
  void namesOfImagesAreAccepted(String name) {
    assertThat(ImageNameRule.accepts(name)).isTrue();
    assertThat(ImageNameRule.accepts(name + DIGEST)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a b",
        "a\nb",
        "a\n",
        "-a",
        "BusyBox",
        "localhost/BusyBox:1",
        "a//b",
        "a/",
        "a:",
        "a:b:c",
        "a@sha256:ab",
        "a:1@",
        "../a",
        "a/../b",
        "$(id)",
        "a;b",
        "docker://a",
        "a:${config.tag}"
      })
  void otherTextsAreNot(String name) {
    assertThat(ImageNameRule.accepts(name)).isFalse();
  }

  @Test
  void aLongTextIsRefusedSoon() {
    assertThat(ImageNameRule.accepts("a-".repeat(1_000_000))).isFalse();
    assertThat(ImageNameRule.accepts("a".repeat(256) + "-".repeat(256))).isFalse();
    assertThat(ImageNameRule.accepts(5)).isFalse();
    assertThat(ImageNameRule.accepts(null)).isFalse();
  }
}
