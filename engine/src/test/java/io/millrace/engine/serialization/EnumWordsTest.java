package io.millrace.engine.serialization;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.refresh.UserSite;
import io.millrace.engine.token.Token;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The constants of an enum are stored and sent by name, so they are a format too. {@code
 * golden/words.txt} has a line for each field with an enum: where it is, and its words.
 */
class EnumWordsTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "words.txt");

  private static Map<String, List<String>> words() {
    Map<String, List<String>> words = new TreeMap<>();
    MessageTypes.all().forEach(type -> collect(MessageNames.nameOf(type), type, words));
    WireFormatTest.storedTypes().forEach((name, type) -> collect(name, type, words));
    collect("user-site", UserSite.class, words); // a snapshot of earlier releases
    collect("token", Token.class, words);
    return words;
  }

  private static void collect(String at, Type type, Map<String, List<String>> words) {
    Class<?> raw = SampleValues.raw(type);
    if (raw.isEnum()) {
      words.put(at, Arrays.stream(raw.getEnumConstants()).map(c -> ((Enum<?>) c).name()).toList());
    } else if (raw.isRecord()) {
      for (RecordComponent field : raw.getRecordComponents()) {
        collect(at + "/" + field.getName(), field.getGenericType(), words);
      }
    } else if (raw == List.class || raw == Set.class) {
      collect(at, SampleValues.argument(type, 0), words);
    } else if (raw == Map.class) {
      collect(at + "/(key)", SampleValues.argument(type, 0), words);
      collect(at, SampleValues.argument(type, 1), words);
    }
  }

  @Test
  void noWordIsLostAndEachIsWrittenDown() throws IOException {
    Map<String, List<String>> words = words();
    List<String> golden = Files.readAllLines(GOLDEN);
    List<String> lost = new ArrayList<>();
    for (String line : golden) {
      List<String> parts = List.of(line.split(" "));
      for (String word : parts.subList(1, parts.size())) {
        if (!words.getOrDefault(parts.get(0), List.of()).contains(word)) {
          lost.add(parts.get(0) + " " + word);
        }
      }
    }
    assertThat(lost).as("words that earlier releases write").isEmpty();
    List<String> lines = new ArrayList<>();
    words.forEach((at, known) -> lines.add(at + " " + String.join(" ", known)));
    lines.removeAll(golden);
    assertThat(lines).as("lines that words.txt should have").isEmpty();
  }
}
