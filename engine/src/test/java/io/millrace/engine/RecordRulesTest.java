package io.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.SourceFiles.SourceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Eight values in a row are too many to read: a large record is constructed by name. */
class RecordRulesTest {
  private static final int MOST_COMPONENTS = 7;
  private static final Pattern RECORD = Pattern.compile("\\brecord (\\w+)(?:<[^(]*>)?\\(");

  /** A record with many components, and its file. */
  private record LargeRecord(String name, SourceFile file) {

    boolean isConstructedBy(SourceFile other) {
      return other.text().contains("new " + name + "(")
          || other.text().contains("new " + outer() + "." + name + "(");
    }

    private String outer() {
      return file.path().getFileName().toString().replace(".java", "");
    }

    boolean hasBuilder(List<SourceFile> sources) {
      return sources.stream().anyMatch(other -> isBuilder(other) && isConstructedBy(other));
    }

    boolean isBuilder(SourceFile other) {
      return other.path().getParent().equals(file.path().getParent())
          && other.path().toString().endsWith("Builder.java");
    }

    /** Jackson alone makes the answers of the API, by the names of their fields. */
    boolean isAnswerOfTheClient(List<SourceFile> sources) {
      Path folder = file.path().getParent();
      return folder.endsWith("io/millrace/client/model")
          && sources.stream()
              .filter(other -> other.path().startsWith(folder.getParent()))
              .noneMatch(this::isConstructedBy);
    }

    @Override
    public String toString() {
      return file.name() + ": " + name;
    }
  }

  @Test
  void aRecordWithManyComponentsHasABuilder() throws IOException {
    List<SourceFile> sources = SourceFiles.main();
    List<LargeRecord> large =
        sources.stream().flatMap(file -> largeRecords(file).stream()).toList();
    assertThat(large).hasSizeGreaterThan(20);
    assertThat(large)
        .filteredOn(each -> !each.hasBuilder(sources) && !each.isAnswerOfTheClient(sources))
        .as("Give it smaller parts, or a builder as TokenBuilder")
        .isEmpty();
  }

  private static List<LargeRecord> largeRecords(SourceFile file) {
    List<LargeRecord> records = new ArrayList<>();
    Matcher matcher = RECORD.matcher(file.text());
    while (matcher.find()) {
      int end = SourceFiles.closing(file.text(), matcher.end(), '(', ')');
      if (components(file.text().substring(matcher.end(), end - 1)) > MOST_COMPONENTS) {
        records.add(new LargeRecord(matcher.group(1), file));
      }
    }
    return records;
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "int a, 1",
    "'int a, Map<A, B> b', 2",
    "'@Json(\"x\") A<B<C, D>, E> b, F g', 2"
  })
  void componentsAreCountedByTheirCommas(String components, int count) {
    assertThat(components(components)).isEqualTo(count);
  }

  private static int components(String text) {
    int depth = 0;
    int commas = 0;
    for (char c : text.toCharArray()) {
      depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
      commas += c == ',' && depth == 0 ? 1 : 0;
    }
    return text.isBlank() ? 0 : commas + 1;
  }
}
