package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The reference is what openapi.yaml says. */
class ApiReferenceTest {
  @Test
  void theReferenceIsCurrent() {
    assertThat(DocsText.text(ApiReference.FILE))
        .as("docs/api-reference.md is out of date: run ./sbt apiReference")
        .isEqualTo(ApiReference.text());
  }

  @Test
  void everyHeadingHasAnAnchorOfItsOwn() {
    Stream<String> anchors =
        DocsText.found("(?m)^#+ (.*)$", ApiReference.text())
            .map(heading -> ApiReference.anchor(heading.group(1)));
    assertThat(anchors).doesNotHaveDuplicates();
  }
}
