package io.millrace.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.millrace.cli.TestShell;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PrinterTest {
  private record Row(String firstName, Instant at, List<String> tags, Map<String, Long> counts) {}

  private static final String EVIL = "\u001b]0;title\u0007 \u009b2J";
  private static final Row PLAIN =
      new Row("ann", Instant.parse("2026-11-16T12:00:00.123Z"), List.of("a", "b"), Map.of("x", 1L));
  private static final Row HOSTILE = new Row(EVIL, null, List.of(EVIL), Map.of());
  private static final TableLayout<Row> LAYOUT =
      new TableLayout<Row>()
          .state("NAME", Row::firstName)
          .column("AT", Row::at)
          .column("TAGS", Row::tags)
          .column("COUNTS", Row::counts);

  private final TestShell shell = new TestShell(Path.of(""));

  private Printer printer(OutputFormat format) {
    OutputOptions options = new OutputOptions();
    options.format = format;
    return new Printer(shell.shell(), options);
  }

  @Test
  void aTableIsAlignedAndShowsNothingAsADash() {
    printer(OutputFormat.TABLE).list(Stream.of(PLAIN, new Row("x", null, List.of(), null)), LAYOUT);
    assertThat(shell.out())
        .isEqualTo(
            """
            NAME  AT                    TAGS  COUNTS
            ann   2026-11-16T12:00:00Z  a,b   x=1
            x     -                     -     -
            """);
  }

  @Test
  void noFormatPassesControlCharactersOn() throws Exception {
    for (OutputFormat format : OutputFormat.values()) {
      TestShell own = new TestShell(Path.of(""));
      OutputOptions options = new OutputOptions();
      options.format = format;
      Printer printer = new Printer(own.shell(), options);
      printer.list(Stream.of(HOSTILE), LAYOUT);
      printer.item(HOSTILE);
      printer.line(EVIL);
      assertThat(own.out().chars().filter(c -> c != '\n' && Character.isISOControl(c)))
          .as(format.toString())
          .isEmpty();
    }
  }

  @Test
  void jsonAndYamlHaveTheSameValues() throws Exception {
    printer(OutputFormat.JSON).list(Stream.of(PLAIN, HOSTILE), LAYOUT);
    String json = shell.out();
    TestShell other = new TestShell(Path.of(""));
    OutputOptions options = new OutputOptions();
    options.format = OutputFormat.YAML;
    new Printer(other.shell(), options).list(Stream.of(PLAIN, HOSTILE), LAYOUT);
    var tree = new ObjectMapper().readTree(json);
    assertThat(new YAMLMapper().readTree(other.out())).isEqualTo(tree);
    assertThat(tree.path(0).path("first_name").asText()).isEqualTo("ann");
    assertThat(tree.path(1).path("first_name").asText()).isEqualTo(EVIL);
  }

  @Test
  void anEmptyListIsAnEmptyArray() {
    printer(OutputFormat.JSON).list(Stream.<Row>of(), LAYOUT);
    assertThat(shell.out().strip()).isEqualTo("[ ]");
  }

  @Test
  void coloursAreOnTerminalsOnly() {
    for (String[] each :
        new String[][] {{"", "", "no"}, {"1", "", "yes"}, {"1", "1", "no"}, {"02", "", "no"}}) {
      TestShell own = new TestShell(Path.of("")).terminals(each[0]).with("NO_COLOR", each[1]);
      new Printer(own.shell(), new OutputOptions()).list(Stream.of(PLAIN), LAYOUT);
      assertThat(own.out().contains("\u001b[")).isEqualTo(each[2].equals("yes"));
    }
  }

  @Test
  void anObjectIsAFieldALine() {
    printer(OutputFormat.TABLE).item(PLAIN);
    assertThat(shell.out())
        .isEqualTo(
            """
            first_name  ann
            at          2026-11-16T12:00:00.123Z
            tags
              - a
              - b
            counts
              x  1
            """);
  }
}
