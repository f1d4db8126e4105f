package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every file of the page counts for its version, and nothing in them goes around the policy. */
class PageFilesTest {
  private static final Path FOLDER = Path.of("src", "main", "resources", "page");
  private static final Pattern FIELD = Pattern.compile("(?m)^  [a-z]\\w* = ");

  private final PageFiles files = new PageFiles();

  private static List<Path> own(String end) throws Exception {
    try (Stream<Path> all = Files.list(FOLDER)) {
      return all.filter(file -> file.toString().endsWith(end)).toList();
    }
  }

  @Test
  void everyModuleAndStyleIsNamedInTheIndexUnderTheVersion() throws Exception {
    String index = new String(files.index(), StandardCharsets.UTF_8);
    for (String end : List.of(".js", ".css", ".svg")) {
      for (Path file : own(end)) {
        assertThat(index).contains("/page/" + files.version() + "/" + file.getFileName() + "\"");
      }
    }
    assertThat(index).doesNotContain("@version@");
  }

  @Test
  void theLibrariesAreThere() {
    for (String file :
        List.of(
            "lib/lit/index.js",
            "lib/lit-html/lit-html.js",
            "lib/lit-element/lit-element.js",
            "lib/reactive-element/reactive-element.js",
            "lib/echarts/echarts.esm.min.js",
            "lib/swagger-ui/swagger-ui-bundle.js",
            "lib/swagger-ui/swagger-ui.css")) {
      assertThat(files.find(file)).as(file).isPresent();
    }
  }

  /** What is copied into this repository is what was published: its hashes are beside it. */
  @Test
  void theVendoredFilesAreAsTheyWerePublished() throws Exception {
    for (Path folder : vendored()) {
      Map<String, String> expected = new TreeMap<>();
      for (String line : Files.readAllLines(folder.resolve("SHA256SUMS"))) {
        expected.put(line.substring(66), line.substring(0, 64));
      }
      Map<String, String> found = new TreeMap<>();
      try (Stream<Path> all = Files.list(folder)) {
        for (Path file : all.filter(file -> !file.endsWith("SHA256SUMS")).toList()) {
          byte[] hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
          found.put(file.getFileName().toString(), HexFormat.of().formatHex(hash));
        }
      }
      assertThat(found).as(folder.toString()).isEqualTo(expected).containsKey("LICENSE");
    }
  }

  private static List<Path> vendored() throws Exception {
    try (Stream<Path> all = Files.list(Path.of("src", "main", "resources", "vendor"))) {
      return all.toList();
    }
  }

  @Test
  void noModuleWritesHtml() throws Exception {
    for (Path file : own(".js")) {
      assertThat(Files.readString(file))
          .as(file.toString())
          .doesNotContain("innerHTML", "unsafeHTML", "insertAdjacentHTML", "eval(", "style=");
    }
  }

  @Test
  void noElementHidesWhatLitWatchesBehindAFieldOfItsOwn() throws Exception {
    for (Path file : own(".js")) {
      String text = Files.readString(file);
      if (text.contains("extends LitElement") || text.contains("extends View")) {
        assertThat(text).as(file.toString()).doesNotContainPattern(FIELD);
      }
    }
  }
}
