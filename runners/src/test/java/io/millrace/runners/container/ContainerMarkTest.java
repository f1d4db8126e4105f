package io.millrace.runners.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.worker.Assignment;
import io.millrace.engine.worker.TaskValues;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ContainerMarkTest {
  private static final ContainerMark MARK = new ContainerMark("here", "n1:1", "s2");
  private static final Assignment WORK =
      new ContainerExecution("über/x y", Map.of("image", "a"), TaskValues.NOTHING)
          .execution.assignment();
  private static final Instant NOW = WORK.deadline();

  private static Map<String, String> labels(String... changes) {
    Map<String, String> labels = new HashMap<>(MARK.labels(WORK));
    for (int i = 0; i < changes.length; i += 2) {
      labels.put(changes[i], changes[i + 1]);
    }
    return labels;
  }

  private static boolean isOrphan(Map<String, String> labels, Instant now) {
    return MARK.isOrphan(labels, Set.of(WORK.attemptUid()), now);
  }

  @Test
  void onlyWhatIsOverIsAnOrphan() {
    assertThat(isOrphan(labels(), NOW)).as("it runs now").isFalse();
    assertThat(MARK.isOrphan(labels(), Set.of(), NOW)).as("it ran in this start").isTrue();
    assertThat(isOrphan(labels(ContainerMark.START, "s1"), NOW)).as("an earlier start").isTrue();
    assertThat(isOrphan(labels(ContainerMark.START, "s3"), NOW)).as("a later start").isFalse();
    assertThat(isOrphan(labels(ContainerMark.NODE, "n2:1"), NOW)).as("another node").isFalse();
    assertThat(isOrphan(labels(ContainerMark.INSTALLATION, "there"), NOW)).isFalse();
    assertThat(isOrphan(Map.of("other", "label"), NOW)).as("not of Millrace").isFalse();
  }

  @Test
  void oneThatIsLongPastItsDeadlineIsAnOrphanWhoseverItIs() {
    Map<String, String> other = labels(ContainerMark.NODE, "n2:1");
    assertThat(isOrphan(other, NOW.plus(ContainerMark.OVERDUE))).isFalse();
    assertThat(isOrphan(other, NOW.plus(ContainerMark.OVERDUE).plus(Duration.ofMillis(1))))
        .isTrue();
    assertThat(isOrphan(labels(ContainerMark.NODE, "n2:1", ContainerMark.DEADLINE, "x"), NOW))
        .isFalse();
  }

  @Test
  void theNameIsOneThatEnginesTakeAndTheSameForEachAttempt() {
    Assignment again =
        new ContainerExecution("über/x y", Map.of("image", "a"), TaskValues.NOTHING)
            .execution.assignment();
    assertThat(MARK.name(WORK)).matches("millrace-demo--ber-x-y-[0-9a-f]{16}");
    assertThat(MARK.name(again)).isEqualTo(MARK.name(WORK));
    assertThat(new ContainerMark("there", "n1:1", "s2").name(WORK)).isNotEqualTo(MARK.name(WORK));
  }

  @Test
  void onlyAnEarlierAttemptMakesRoom() {
    UUID later = new UUID(WORK.attemptUid().getMostSignificantBits() + (1 << 16), 0);
    assertThat(ContainerMark.isReplacedBy(later, labels())).isTrue();
    assertThat(ContainerMark.isReplacedBy(WORK.attemptUid(), labels())).isFalse();
    assertThat(ContainerMark.isReplacedBy(later, Map.of())).isFalse();
  }
}
