package io.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.SourceFiles.SourceFile;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class UniqueTypeNamesTest {
  private static final Pattern TOP_LEVEL_TYPE =
      Pattern.compile(
          "^(?:(?:public|abstract|final|sealed|non-sealed) )*"
              + "(?:class|interface|@interface|enum|record) (\\w+)",
          Pattern.MULTILINE);

  @Test
  void noTwoTopLevelTypesHaveTheSameName() throws IOException {
    Map<String, TreeSet<String>> filesByName = new TreeMap<>();
    for (SourceFile file : SourceFiles.java()) {
      TOP_LEVEL_TYPE
          .matcher(file.text())
          .results()
          .forEach(
              type ->
                  filesByName
                      .computeIfAbsent(type.group(1), name -> new TreeSet<>())
                      .add(file.name()));
    }
    assertThat(filesByName).containsKey("UniqueTypeNamesTest").hasSizeGreaterThan(800);
    filesByName.values().removeIf(files -> files.size() == 1);
    assertThat(filesByName).isEmpty();
  }
}
