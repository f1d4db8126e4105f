package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What README.md and docs name exists, and is as they say. {@link MetricsTest} has the metrics. */
class DocsTest {
  private static final String VARIABLE = "\\bMILLRACE_[A-Z0-9_]+";
  private static final String METHODS = "(GET|PUT|POST|DELETE|PATCH)";

  /** Parts of settings as they are written where it is clear what they belong to. */
  private static final String SETTING =
      "`((?:millrace|worker|history|flow|http|db|trigger|clock|due|journal|webhooks)"
          + "\\.[a-z-]+(?:\\.[A-Za-z-]+)*)`";

  private static final Config DEFAULTS = ConfigFactory.defaultReferenceUnresolved();

  private static final String OPERATIONS = DocsText.text("docs/operations.md");

  @Test
  void everySettingThatIsNamedExists() {
    Set<String> unknown = new TreeSet<>();
    for (Path page : DocsText.pages()) {
      DocsText.found(SETTING, DocsText.text(page))
          .map(found -> found.group(1))
          .filter(name -> !name.matches("millrace\\.(yaml|engine.*)"))
          .filter(
              name -> !DEFAULTS.hasPathOrNull(name.replaceFirst("^(millrace\\.)?", "millrace.")))
          .forEach(name -> unknown.add(page + ": " + name));
    }
    assertThat(unknown).isEmpty();
  }

  /** All but the examples of what has no default. */
  @Test
  void theSettingsOfTheExampleHaveTheDefaultsThatItShows() {
    String block = OPERATIONS.replaceFirst("(?s).*?\\n    millrace \\{", "millrace {");
    Config shown = ConfigFactory.parseString(block.replaceFirst("(?s)\\n    }\\n.*", "\n}"));
    assertThat(shown.entrySet()).hasSizeGreaterThan(20);
    for (Map.Entry<String, ConfigValue> setting : shown.entrySet()) {
      if (!setting.getKey().contains("refreshesPerDay.")) {
        assertThat(DEFAULTS.getValue(setting.getKey()).unwrapped())
            .as(setting.getKey())
            .isEqualTo(setting.getValue().unwrapped());
      }
    }
  }

  @Test
  void everyVariableThatIsNamedIsReadBySomebody() {
    String program =
        Stream.concat(DocsText.files("docs/examples"), DocsText.files("cluster-config"))
            .filter(file -> !file.toString().contains("target"))
            .filter(file -> !file.toString().endsWith(".yaml"))
            .map(DocsText::text)
            .collect(Collectors.joining("\n", DocsText.program(), ""))
            .concat(DocsText.text("project/Packages.scala"));
    List<Path> naming = new ArrayList<>(DocsText.pages());
    naming.add(DocsText.ROOT.resolve("cluster-config/kubernetes/millrace.yaml"));
    naming.add(DocsText.ROOT.resolve("cluster-config/Dockerfile"));
    assertThat(DocsText.named(VARIABLE, naming))
        .hasSizeGreaterThan(20)
        .allMatch(name -> program.contains(name) || isToldToPrograms(name, program), "is read");
  }

  /** {@code ProcessEnvironment} makes the name of a variable from that of the field. */
  private static boolean isToldToPrograms(String name, String program) {
    String field = name.replaceFirst("MILLRACE_", "").toLowerCase(Locale.ROOT);
    return program.contains('"' + field + '"');
  }

  @Test
  void everyVariableOfTheSettingsIsDocumentedWithItsDefault() {
    Map<String, String> rows =
        DocsText.found("(?m)^\\| (`MILLRACE_[^|]*) \\| ([^|]*) \\|", OPERATIONS)
            .flatMap(DocsTest::variablesOfRow)
            .collect(Collectors.toMap(row -> row[0], row -> row[1]));
    DocsText.found(
            "(?m)^ *([\\w.-]+) = (.*)\\n *\\1 = \\$\\{\\?(MILLRACE_\\w+)}", DocsText.program())
        .forEach(
            setting -> {
              String value = setting.group(2).replace("\"", "");
              String none = setting.group(3).equals("MILLRACE_DB_USER") ? "millrace" : "";
              assertThat(rows).containsKey(setting.group(3));
              assertThat(
                      rows.get(setting.group(3)).equals("none") ? none : rows.get(setting.group(3)))
                  .as(setting.group(3))
                  .isEqualTo(value);
            });
    assertThat(DocsText.named("(?<=\\$\\{\\?)MILLRACE_\\w+(?=})", confs()))
        .isSubsetOf(rows.keySet());
  }

  /** A row may be of several, each with its default or all of them with the same. */
  private static Stream<String[]> variablesOfRow(MatchResult row) {
    String[] names = row.group(1).replace("`", "").split(", (?:or )?");
    String[] values = row.group(2).replace("`", "").split(", ");
    return IntStream.range(0, names.length)
        .mapToObj(i -> new String[] {names[i], values[values.length == 1 ? 0 : i]});
  }

  private static List<Path> confs() {
    return Stream.of(
            "cluster-config/conf", "engine/src/main/resources", "runners/src/main/resources")
        .flatMap(DocsText::files)
        .filter(file -> file.toString().endsWith(".conf"))
        .toList();
  }

  @Test
  void everyPathThatIsNamedIsARouteWithThatMethod() {
    Set<String> unknown = new TreeSet<>();
    for (Path page : DocsText.pages()) {
      String text = DocsText.text(page);
      DocsText.found(METHODS + " (/[^\\s`?\"'()|,;:]*)", text)
          .map(found -> found.group(1) + " " + found.group(2))
          .filter(named -> !isRoute(named))
          .forEach(named -> unknown.add(page + ": " + named));
      DocsText.found("curl [^\\n]*?http://127\\.0\\.0\\.1:808\\d(/[^\\s?\"']*)", text)
          .map(found -> method(found.group()) + " " + found.group(1))
          .filter(named -> !isRoute(named))
          .forEach(named -> unknown.add(page + ": " + named));
    }
    assertThat(unknown).containsExactly("../docs/webhooks.md: POST /your/path");
  }

  private static String method(String curl) {
    return DocsText.found("-X " + METHODS, curl)
        .map(found -> found.group(1))
        .findFirst()
        .orElse(curl.contains(" -d ") || curl.contains("--data") ? "POST" : "GET");
  }

  /** What varies may have another name there, or a value. */
  private static boolean isRoute(String named) {
    String[] wanted = named.replaceFirst("(.)[./]$", "$1").split("/");
    return EndpointSample.ALL.stream()
        .map(endpoint -> endpoint.toString().split("/"))
        .anyMatch(
            route ->
                route.length == wanted.length
                    && IntStream.range(0, route.length)
                        .allMatch(i -> route[i].startsWith("{") || route[i].equals(wanted[i])));
  }

  @Test
  void everyLinkLeadsToAFileAndToAHeadingInIt() {
    Set<String> dead = new TreeSet<>();
    for (Path page : DocsText.pages()) {
      DocsText.found("]\\(([^)\\s:|]+)\\)", DocsText.text(page))
          .map(link -> link.group(1))
          .filter(link -> !leadsSomewhere(page, link))
          .forEach(link -> dead.add(page + ": " + link));
    }
    assertThat(dead).isEmpty();
  }

  private static boolean leadsSomewhere(Path page, String link) {
    String[] parts = link.split("#");
    Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
    return Files.exists(file)
        && (parts.length == 1
            || DocsText.found("(?m)^#+ (.*)$", DocsText.text(file))
                .anyMatch(heading -> slug(heading.group(1)).equals(parts[1])));
  }

  private static String slug(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  @Test
  void everyFileThatIsNamedIsThere() {
    assertThat(
            DocsText.named(
                "(?<=[`\\s])(engine|runners|http|cluster-config|docs|bench|\\.ci)/[\\w./-]+(?=[`\\s])",
                DocsText.pages()))
        .isNotEmpty()
        .filteredOn(
            name ->
                !name.matches("(http|bench|engine|runners)/(run|test\\w*|Test/\\w+)|.*/target/.*"))
        .allMatch(name -> Files.exists(DocsText.ROOT.resolve(name)), "is there");
  }

  /** Of sbt itself, of its plugins, of build.sbt; or a program with its argument. */
  @Test
  void everySbtCommandThatIsNamedIsOne() {
    Set<String> own = Set.of("run", "test", "stage", "javafmtAll", "set", "http/testOnly");
    String build =
        Stream.of(
                "build.sbt",
                "project/Licences.scala",
                "project/Packages.scala",
                "project/Advisories.scala",
                "project/Sbom.scala",
                "project/QuickTests.scala",
                "project/TestJvms.scala")
            .map(DocsText::text)
            .collect(Collectors.joining());
    String bench = DocsText.text("bench/src/main/java/io/millrace/bench/Bench.java"); // its usage
    for (Path page : DocsText.pages()) {
      DocsText.found("\\./sbt\\s+[\"']?([a-z][\\w/]+) ?([\\w.*-]*)", DocsText.text(page))
          .forEach(
              command -> {
                String task = command.group(1);
                String argument = command.group(2);
                if (task.equals("bench/run")) {
                  assertThat(bench)
                      .as(command.group())
                      .containsPattern("[\\[|] ?" + argument + " ");
                } else if (task.endsWith("/runMain")) {
                  Path source = Path.of("src/test/java", argument.replace('.', '/') + ".java");
                  assertThat(source).as(command.group()).exists();
                } else {
                  assertThat(
                          own.contains(task)
                              || build.contains("\"" + task + "\"")
                              || build.contains("val " + task + " ="))
                      .as(command.group())
                      .isTrue();
                }
              });
    }
  }
}
