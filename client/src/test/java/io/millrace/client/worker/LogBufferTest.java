package io.millrace.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.client.model.ReportModel.ReportedLine;
import io.millrace.client.transport.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogBufferTest {
  private static final Instant NOW = Instant.parse("2026-11-18T00:00:00Z");

  private static LogBuffer filled(LogBuffer.Limits limits, int lines) {
    LogBuffer buffer = new LogBuffer(limits);
    for (int i = 1; i <= lines; i++) {
      buffer.add(NOW, "info", "line " + i);
    }
    return buffer;
  }

  private static List<String> messages(LogBuffer buffer) {
    List<String> messages = new ArrayList<>();
    while (!buffer.isEmpty()) {
      buffer.take().forEach(line -> messages.add(line.message()));
    }
    return messages;
  }

  @Test
  void theOldestLinesAreDroppedAndCounted() {
    LogBuffer buffer = filled(new LogBuffer.Limits(3, 1_000), 10);
    assertThat(buffer.dropped()).isEqualTo(7);
    assertThat(messages(buffer))
        .containsExactly("7 lines were dropped here", "line 8", "line 9", "line 10");
  }

  @Test
  void charactersAreBoundedToo() {
    LogBuffer buffer = filled(new LogBuffer.Limits(1_000, 20), 9);
    assertThat(messages(buffer))
        .containsExactly("6 lines were dropped here", "line 7", "line 8", "line 9");
  }

  @Test
  void aBatchFitsIntoOneRequestWhateverIsInIt() {
    LogBuffer buffer = new LogBuffer(LogBuffer.Limits.DEFAULT);
    String worst = "\u0001".repeat(LogBuffer.LONGEST_LINE + 5);
    for (int i = 0; i < 60; i++) {
      buffer.add(NOW, "info", worst);
    }
    int lines = 0;
    while (!buffer.isEmpty()) {
      List<ReportedLine> batch = buffer.take();
      assertThat(JsonCodec.write(batch).getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(1 << 20);
      assertThat(batch).isNotEmpty();
      lines += batch.size();
    }
    assertThat(lines).isEqualTo(60);
  }

  @Test
  void manyLinesGoInSeveralBatchesInOrder() {
    LogBuffer buffer = filled(LogBuffer.Limits.DEFAULT, 1_200);
    assertThat(buffer.take()).hasSize(500);
    assertThat(messages(buffer)).hasSize(700).startsWith("line 501").endsWith("line 1200");
  }

  @Test
  void bytesBecomeLinesAndALongOneIsCut() {
    List<String> lines = new ArrayList<>();
    LineAssembler assembler = new LineAssembler(StandardCharsets.UTF_8, lines::add);
    byte[] bytes = "one\r\ntwo\n\nü\rthree".getBytes(StandardCharsets.UTF_8);
    for (byte next : bytes) {
      assembler.write(new byte[] {next}, 0, 1);
    }
    assertThat(lines).containsExactly("one", "two", "", "ü");
    assembler.flush();
    assertThat(lines).endsWith("three");

    byte[] block = "x".repeat(10_000).getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 1_000; i++) {
      assembler.write(block, 0, block.length);
    }
    assembler.write(new byte[] {'\n'}, 0, 1);
    assertThat(lines).last().asString().hasSize(32_000);
  }
}
