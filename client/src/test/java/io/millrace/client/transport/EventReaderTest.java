package io.millrace.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.millrace.client.MillraceClient;
import io.millrace.client.api.LogFollower;
import io.millrace.client.error.NotFoundException;
import io.millrace.client.error.UnreachableException;
import io.millrace.client.model.TaskModel.LogLine;
import io.millrace.client.model.TaskModel.TaskStatus;
import io.millrace.client.transport.ScriptedServer.ScriptedAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EventReaderTest {
  private static final RetrySettings FAST =
      new RetrySettings(
          3, Duration.ofSeconds(1), new RetryBackoff(Duration.ofMillis(1), Duration.ofMillis(1)));

  private static String line(int id) {
    return "id:%d\nevent:line\ndata:{\"time\":\"2026-11-16T12:24:46.591Z\",\"message\":\"m%1$d\",\"level\":\"info\"}\n\n"
        .formatted(id);
  }

  private static final String END = "event:end\ndata:{\"status\":\"SUCCESS\",\"dropped\":7}\n\n";

  private static ScriptedAnswer events(String text, boolean cut) {
    return new ScriptedAnswer(200, Map.of("Content-Type", "text/event-stream"), text, cut);
  }

  private static LogFollower follow(ScriptedServer server) {
    return MillraceClient.at(server.url(), "t").withRetries(FAST).tasks().followLog("t");
  }

  @Test
  void aStreamThatIsCutGoesOnAfterTheLastLine() throws IOException {
    try (ScriptedServer server =
            ScriptedServer.start(
                events(line(11) + line(12) + "id:13\nevent:line\ndata:{\"ti", true),
                ScriptedAnswer.json(503, "{}"),
                events(":\n\n" + line(13), false),
                events(END, false));
        LogFollower log = follow(server)) {
      assertThat(log).extracting(LogLine::message).containsExactly("m11", "m12", "m13");
      assertThat(log.end().status()).isEqualTo(TaskStatus.SUCCESS);
      assertThat(log.end().dropped()).isEqualTo(7);
      assertThat(server.requests)
          .extracting(HttpExchange::getRequestHeaders)
          .extracting(headers -> headers.getFirst("Last-Event-ID"))
          .containsExactly(null, "12", "12", "13");
    }
  }

  @Test
  void anUnknownTaskIsToldAtOnce() throws IOException {
    try (ScriptedServer server =
            ScriptedServer.start(
                ScriptedAnswer.json(
                    404, "{\"type\":\"/problems/unknown-task\",\"detail\":\"none\"}"));
        LogFollower log = follow(server)) {
      assertThatThrownBy(log.iterator()::hasNext)
          .isInstanceOf(NotFoundException.class)
          .hasMessage("404 unknown-task: none");
    }
  }

  @Test
  void itGivesUpIfTheServerStaysAway() throws IOException {
    try (ScriptedServer server = ScriptedServer.start(ScriptedAnswer.json(503, "{}"));
        LogFollower log = follow(server)) {
      assertThatThrownBy(log.iterator()::hasNext).isInstanceOf(UnreachableException.class);
      assertThat(server.requests).hasSize(11);
    }
  }

  @Test
  void closingItWakesWaitingThreads() {
    EventReader reader =
        new EventReader(after -> new CompletableFuture<>(), "GET /events", FAST.backoff());
    reader.close();
    assertThat(reader.next()).isNull();
  }

  @Test
  void linesMakeEvents() {
    EventAssembler assembler = new EventAssembler();
    List<ServerEvent> events =
        Stream.of(
                ": a comment",
                "",
                "data: one",
                "data:two",
                "",
                "id:7",
                "event:e",
                "data",
                "data:x",
                "")
            .map(assembler::add)
            .flatMap(Optional::stream)
            .toList();
    assertThat(events)
        .containsExactly(
            new ServerEvent(null, "message", "one\ntwo"), new ServerEvent("7", "e", "x"));
  }
}
