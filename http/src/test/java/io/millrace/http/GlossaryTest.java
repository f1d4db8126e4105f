package io.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/glossary.md defines each word once, and the types it names are in the sources. */
class GlossaryTest {
  private static final String GLOSSARY = DocsText.text("docs/glossary.md");
  private static final String ENTRY = "(?m)^- \\*\\*([^*]+)\\*\\* \\(([^)]*)\\): ";

  /** A word in capitals, such as the name of a status, is no type. */
  private static final String TYPE = "`([A-Z]\\w*[a-z]\\w*)(?:\\.([A-Z]\\w*[a-z]\\w*))?`";

  private static final Map<String, Path> SOURCES = sources();

  /** The classes of the page. */
  private static final Set<String> PAGE =
      DocsText.files("http/src/main/resources/page")
          .filter(file -> file.toString().endsWith(".js"))
          .flatMap(file -> DocsText.found("(?m)^(?:export )?class (\\w+)", DocsText.text(file)))
          .map(found -> found.group(1))
          .collect(Collectors.toSet());

  private static Map<String, Path> sources() {
    return Stream.of(
            "engine/src/main/java",
            "runners/src/main/java",
            "http/src/main/java",
            "cli/src/main/java",
            "http/src/test/java")
        .flatMap(DocsText::files)
        .filter(file -> file.toString().endsWith(".java"))
        .filter(file -> !file.endsWith("package-info.java"))
        .collect(
            Collectors.toMap(
                file -> file.getFileName().toString().replace(".java", ""),
                file -> file,
                (one, other) -> one));
  }

  @Test
  void everyTypeThatIsNamedExists() {
    Set<String> unknown = new TreeSet<>();
    DocsText.found(TYPE, GLOSSARY)
        .filter(type -> !exists(type.group(1), type.group(2)))
        .forEach(type -> unknown.add(type.group()));
    assertThat(unknown).isEmpty();
  }

  private static boolean exists(String outer, String inner) {
    Path file = SOURCES.get(outer);
    return inner == null && PAGE.contains(outer)
        || file != null
            && (inner == null
                || DocsText.found(
                        "(class|interface|record|enum) " + inner + "\\b", DocsText.text(file))
                    .findAny()
                    .isPresent());
  }

  @Test
  void everyWordIsDefinedOnceAndNamesItsType() {
    List<String> words =
        DocsText.found(ENTRY, GLOSSARY).map(entry -> entry.group(1)).sorted().toList();
    assertThat(words).hasSizeGreaterThan(80).doesNotHaveDuplicates();
    assertThat(DocsText.found("(?m)^- ", GLOSSARY)).hasSameSizeAs(words);
    DocsText.found(ENTRY, GLOSSARY)
        .forEach(entry -> assertThat(entry.group(2)).as(entry.group(1)).containsPattern(TYPE));
  }
}
