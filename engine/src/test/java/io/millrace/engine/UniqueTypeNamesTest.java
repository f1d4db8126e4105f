package io.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    for (String module : List.of("engine", "runners", "client", "http", "bench")) {
      for (Path file : sources(Path.of("..", module, "src"))) {
        TOP_LEVEL_TYPE
            .matcher(Files.readString(file))
            .results()
            .forEach(
                type ->
                    filesByName
                        .computeIfAbsent(type.group(1), name -> new TreeSet<>())
                        .add(file.toString()));
      }
    }
    assertThat(filesByName).containsKey("UniqueTypeNamesTest").hasSizeGreaterThan(800);
    filesByName.values().removeIf(files -> files.size() == 1);
    assertThat(filesByName).isEmpty();
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }
}
