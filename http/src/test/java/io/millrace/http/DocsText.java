package io.millrace.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What README.md and docs say, and the text of the program that they speak of. */
public final class DocsText {
  static final Path ROOT = Path.of("..");

  private DocsText() {}

  /** README.md and its neighbours, and everything in docs that is prose. */
  public static List<Path> pages() {
    return Stream.concat(
            Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md").map(ROOT::resolve),
            files("docs").filter(file -> has(file, ".md")))
        .toList();
  }

  /** What is read by the program, or is it. */
  public static String program() {
    return Stream.of(
            "engine/src/main",
            "runners/src/main",
            "http/src/main/java",
            "cli/src/main/java",
            "cluster-config/conf",
            "bench/src/main/java")
        .flatMap(DocsText::files)
        .filter(file -> has(file, ".java") || has(file, ".conf"))
        .map(DocsText::text)
        .collect(Collectors.joining("\n", text("http/src/main/resources/reference.conf"), ""))
        .concat(text("http/src/main/resources/logback.xml"));
  }

  private static boolean has(Path file, String ending) {
    return file.toString().endsWith(ending);
  }

  static Stream<Path> files(String folder) {
    try (Stream<Path> all = Files.walk(ROOT.resolve(folder))) {
      return all.filter(Files::isRegularFile).sorted().toList().stream();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  public static String text(String file) {
    return text(ROOT.resolve(file));
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** All that a pattern finds in these files, without what comes twice. */
  public static Set<String> named(String regex, Collection<Path> files) {
    return files.stream()
        .flatMap(file -> found(regex, text(file)))
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  public static Stream<MatchResult> found(String regex, String text) {
    return Pattern.compile(regex).matcher(text).results();
  }
}
