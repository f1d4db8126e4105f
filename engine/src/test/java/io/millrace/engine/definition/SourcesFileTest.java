package io.millrace.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.engine.TestClock;
import io.millrace.engine.input.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A real file, polled every second of a clock that the test moves. */
class SourcesFileTest {
  private static final Duration QUIET = Duration.ofSeconds(2);

  @TempDir private Path temp;
  private final TestClock clock = new TestClock();
  private final List<String> loaded = new ArrayList<>();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private Path path;
  private SourcesFile file;

  @BeforeEach
  void begin() throws Exception {
    path = Files.writeString(temp.resolve("sources.yaml"), "one");
    file = new SourcesFile(path, QUIET, clock);
    log.start();
    logger().addAppender(log);
    looks(3);
    assertThat(loaded).containsExactly("one");
    loaded.clear();
  }

  @AfterEach
  void end() {
    logger().detachAppender(log);
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(SourcesFile.class);
  }

  private void looks(int looks) throws SQLException {
    for (int look = 0; look < looks; look++) {
      clock.pass(Duration.ofSeconds(1));
      file.loadIfChanged(this::load);
    }
  }

  private void load(String document) throws SQLException {
    if (document.equals("bad")) {
      throw new InvalidInputException("sources", null, "is bad");
    }
    loaded.add(document);
  }

  @Test
  void halfOfAFileIsNeverLoaded() throws Exception {
    for (String half : List.of("", "t", "tw", "two")) {
      Files.writeString(path, half);
      looks(1);
    }
    assertThat(loaded).isEmpty();
    looks(2);
    assertThat(loaded).containsExactly("two");
    looks(5);
    assertThat(loaded).as("once").hasSize(1);
  }

  @Test
  void aFileThatIsMovedIntoItsPlaceIsLoaded() throws Exception {
    Path whole = Files.writeString(temp.resolve("new"), "new");
    Files.setLastModifiedTime(whole, Files.getLastModifiedTime(path));
    Files.move(whole, path, StandardCopyOption.REPLACE_EXISTING);
    looks(3);
    assertThat(loaded).as("as long and as old as the one before").containsExactly("new");
  }

  @Test
  void aFileThatIsAwayForAMomentIsNoError() throws Exception {
    Path aside = temp.resolve("sources.yaml~");
    Files.move(path, aside);
    looks(2);
    Files.move(aside, path);
    looks(3);
    assertThat(log.list).isEmpty();
  }

  @Test
  void aFileThatIsMissingIsSaidOnceAndLoadedWhenItIsThere() throws Exception {
    Files.delete(path);
    looks(10);
    assertThat(log.list).hasSize(1);
    assertThat(log.list.get(0).getFormattedMessage())
        .contains(path.toString())
        .contains("cannot be read");
    Files.writeString(path, "again");
    looks(3);
    assertThat(loaded).containsExactly("again");
    Files.delete(path);
    looks(5);
    assertThat(log.list).as("that is news").hasSize(2);
  }

  @Test
  void aFileThatIsRefusedIsSaidOnce() throws IOException, SQLException {
    Files.writeString(path, "bad");
    looks(10);
    assertThat(log.list).hasSize(2);
    assertThat(log.list.get(0).getFormattedMessage()).contains("is invalid");
    assertThat(log.list.get(1).getFormattedMessage()).contains("sources").contains("is bad");
  }

  @Test
  void whatTheDatabaseDidNotTakeIsTriedAgain() throws Exception {
    Files.writeString(path, "two");
    looks(2);
    clock.pass(Duration.ofSeconds(1));
    SourcesFile.SourcesLoader away =
        document -> {
          throw new SQLException("away");
        };
    assertThatThrownBy(() -> file.loadIfChanged(away)).hasMessage("away");
    looks(1);
    assertThat(loaded).containsExactly("two");
  }
}
