package io.millrace.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.definition.WatchedFile.FileStamp;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WatchedFileTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration QUIET = Duration.ofSeconds(2);
  private static final FileStamp WHOLE = new FileStamp(NOON.minusSeconds(60), 100, "inode 1");

  private static FileStamp written(int size, Instant at) {
    return new FileStamp(at, size, "inode 1");
  }

  private static WatchedFile loaded() {
    return WatchedFile.NOT_SEEN.observe(WHOLE, NOON).markHandled();
  }

  @Test
  void aFileThatWasQuietBeforeTheFirstLookIsReadyAtOnce() {
    assertThat(WatchedFile.NOT_SEEN.observe(WHOLE, NOON).isReady(QUIET, NOON)).isTrue();
    WatchedFile young = WatchedFile.NOT_SEEN.observe(written(5, NOON.minusMillis(1_999)), NOON);
    assertThat(young.isReady(QUIET, NOON)).isFalse();
    assertThat(young.isReady(QUIET, NOON.plusMillis(1))).isTrue();
  }

  @Test
  void aTimeOfModificationInTheFutureSaysNothing() {
    WatchedFile file = WatchedFile.NOT_SEEN.observe(written(5, NOON.plusSeconds(3_600)), NOON);
    assertThat(file.isReady(QUIET, NOON)).isFalse();
    assertThat(file.isReady(QUIET, NOON.plus(QUIET))).isTrue();
  }

  @Test
  void whatIsDealtWithIsNotDealtWithAgain() {
    WatchedFile file = loaded().observe(WHOLE, NOON.plusSeconds(10));
    assertThat(file.isReady(QUIET, NOON.plusSeconds(10))).isFalse();
  }

  @Test
  void aFileThatIsBeingWrittenWaitsUntilItWasQuietForLongEnough() {
    WatchedFile file = loaded();
    Instant now = NOON;
    for (int size = 0; size < 50; size += 10) {
      now = now.plusSeconds(1);
      file = file.observe(written(size, now), now);
      assertThat(file.isReady(QUIET, now)).isFalse();
    }
    file = file.observe(written(40, now), now.plusSeconds(1));
    assertThat(file.isReady(QUIET, now.plusSeconds(1))).isFalse();
    file = file.observe(written(40, now), now.plusSeconds(2));
    assertThat(file.isReady(QUIET, now.plusSeconds(2))).isTrue();
  }

  @Test
  void aFileThatIsMovedIntoItsPlaceIsAnotherOne() {
    FileStamp moved = new FileStamp(WHOLE.modified(), WHOLE.size(), "inode 2");
    WatchedFile file = loaded().observe(moved, NOON);
    assertThat(file.isReady(QUIET, NOON)).as("somebody may still be at it").isFalse();
    assertThat(file.observe(moved, NOON.plus(QUIET)).isReady(QUIET, NOON.plus(QUIET))).isTrue();
  }

  @Test
  void aFileThatIsMissingForAMomentIsAsItWas() {
    WatchedFile missing = loaded().observe(FileStamp.MISSING, NOON);
    assertThat(missing.isReady(QUIET, NOON.plusSeconds(1))).isFalse();
    assertThat(missing.isReady(QUIET, NOON.plus(QUIET))).as("then it is an error").isTrue();
    assertThat(missing.observe(WHOLE, NOON.plusSeconds(1)).since()).isEqualTo(NOON.plusSeconds(1));
  }

  @Test
  void aClockThatIsSetBackDoesNotMakeItWaitForLonger() {
    Instant before = NOON.minusSeconds(3_600);
    WatchedFile file = loaded().observe(written(5, NOON), NOON).observe(written(5, NOON), before);
    assertThat(file.isReady(QUIET, before.plus(QUIET))).isTrue();
  }
}
