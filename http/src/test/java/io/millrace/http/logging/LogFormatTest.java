package io.millrace.http.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.OutputStreamAppender;
import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.Main;
import io.millrace.http.endpoint.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** The node's own logback.xml, in a context of its own. */
class LogFormatTest {
  private final LoggerContext context = new LoggerContext();
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  @AfterEach
  void stop() {
    context.stop();
  }

  private Logger configured(String format) throws Exception {
    if (format != null) {
      context.putProperty("MILLRACE_LOG", format);
    }
    context.setMDCAdapter(new LogbackMDCAdapter());
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(Main.class.getResource("/logback.xml"));
    context
        .getLogger(Logger.ROOT_LOGGER_NAME)
        .iteratorForAppenders()
        .forEachRemaining(
            appender -> ((OutputStreamAppender<ILoggingEvent>) appender).setOutputStream(written));
    return context.getLogger("io.millrace.http.Test");
  }

  private List<String> lines() {
    return written.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void jsonIsOneObjectPerLineWhateverIsLogged() throws Exception {
    Logger log = configured("json");
    log.info("plain");
    log.warn("two\nlines and a \"quote\"");
    log.error("broken", new IllegalStateException("a\nbad day"));
    log.debug("not for operators");

    assertThat(lines()).hasSize(3);
    JsonNode first = Json.MAPPER.readTree(lines().get(0));
    assertThat(first.isObject()).isTrue();
    assertThat(first.path("message").asText()).isEqualTo("plain");
    assertThat(first.path("level").asText()).isEqualTo("INFO");
    assertThat(first.path("logger_name").asText()).isEqualTo("io.millrace.http.Test");
    assertThat(OffsetDateTime.parse(first.path("@timestamp").asText()).getOffset())
        .isEqualTo(ZoneOffset.UTC);
    assertThat(Json.MAPPER.readTree(lines().get(1)).path("message").asText())
        .isEqualTo("two\nlines and a \"quote\"");
    JsonNode third = Json.MAPPER.readTree(lines().get(2));
    assertThat(third.path("stack_trace").asText()).contains("bad day");
  }

  @Test
  void withoutTheSettingItIsForPeople() throws Exception {
    configured(null).info("hello");
    assertThat(lines()).hasSize(1);
    assertThat(lines().get(0)).matches("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z INFO  Test - hello");
  }

  @Test
  void aNameWithALineBreakIsNoSecondLineAndAStackTraceStillIsSeveral() throws Exception {
    Logger log = configured(null);
    log.info(
        "The name is {}", "a\r\n2026-01-01T00:00:00.000Z INFO  Access - forged\u001b[2K\u2028x");
    assertThat(lines()).hasSize(1);
    assertThat(lines().get(0))
        .endsWith("a\\r\\n2026-01-01T00:00:00.000Z INFO  Access - forged\\u001b[2K\\u2028x");

    log.warn(
        "broken", new IllegalStateException("a\nforged", new IllegalStateException("b\nforged")));
    assertThat(lines()).hasSizeGreaterThan(5);
    assertThat(lines()).noneMatch(line -> line.startsWith("forged"));
    assertThat(lines()).anyMatch(line -> line.endsWith("IllegalStateException: a\\nforged"));
    assertThat(lines()).anyMatch(line -> line.endsWith("IllegalStateException: b\\nforged"));
    assertThat(lines()).anyMatch(line -> line.startsWith("\tat "));
  }

  @Test
  void aWarningThatRepeatsIsWrittenOnceWithACountAndAnotherIsNotHeldBack() throws Exception {
    Logger log = configured(null);
    for (int i = 0; i < 1_000; i++) {
      log.error("Too many open files");
      log.info("all is well");
    }
    log.error("Too many {}", "tasks");
    assertThat(lines()).hasSize(1_002);

    RepeatedLogFilter filter = (RepeatedLogFilter) context.getTurboFilterList().get(0);
    filter.logSuppressed(RepeatedLogFilter.now() + 60_000);
    assertThat(lines()).hasSize(1_003);
    assertThat(lines().get(1_002))
        .endsWith("ERROR Test - Repeated 999 more times in the last minute: Too many open files");
  }
}
