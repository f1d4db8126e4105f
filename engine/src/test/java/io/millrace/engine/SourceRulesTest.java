package io.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.SourceFiles.SourceFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Rules that only the text of the sources shows. */
class SourceRulesTest {
  private static final int MOST_LINES = 350;
  private static final String LOG_CALL =
      "(?:LOG|log|getLog\\(\\))\\s*\\.(?:info|warn|error|debug)\\(";
  private static final Pattern LOG = Pattern.compile(LOG_CALL);
  private static final Pattern CATCH = Pattern.compile("catch \\([^)]* (\\w+)\\) \\{");
  private static final Pattern AS_TEXT =
      Pattern.compile("(?:fault\\(\\)|fault|\\be|away|refused)\\.(?:toString|getMessage)\\(\\)");

  @Test
  void noSourceFileIsLong() throws IOException {
    assertThat(SourceFiles.all())
        .hasSizeGreaterThan(1_000)
        .extracting(SourceFile::name)
        .contains("client/python/src/millrace/worker.py")
        .contains("http/src/main/resources/page/app.js");
    assertThat(SourceFiles.all())
        .filteredOn(file -> file.text().lines().count() > MOST_LINES)
        .extracting(SourceFile::name)
        .isEmpty();
  }

  /** A call without it has a comment that says why: "No stack trace". */
  @Test
  void aLogCallAboutAFaultPassesTheThrowable() throws IOException {
    List<String> without = new ArrayList<>();
    for (SourceFile file : SourceFiles.main()) {
      without.addAll(withoutThrowable(file));
    }
    assertThat(without).isEmpty();
  }

  private static List<String> withoutThrowable(SourceFile file) {
    String text = file.text();
    List<String> without = new ArrayList<>();
    Matcher caught = CATCH.matcher(text);
    while (caught.find()) {
      int end = SourceFiles.closing(text, caught.end(), '{', '}');
      boolean saysWhy = text.substring(caught.end(), end).contains("stack trace");
      Matcher log = LOG.matcher(text).region(caught.end(), end);
      while (log.find()) {
        String arguments = arguments(text, log.end());
        if (!arguments.endsWith(", " + caught.group(1)) && !saysWhy) {
          without.add(file.name() + ":" + file.line(log.start()) + " " + arguments);
        }
      }
    }
    Matcher log = LOG.matcher(text);
    while (log.find()) {
      String arguments = arguments(text, log.end());
      if (AS_TEXT.matcher(arguments).find() && !saysWhy(text, log.start())) {
        without.add(file.name() + ":" + file.line(log.start()) + " " + arguments);
      }
    }
    return without;
  }

  private static String arguments(String text, int start) {
    int end = SourceFiles.closing(text, start, '(', ')');
    return text.substring(start, end - 1).replaceAll("\\s+", " ").strip();
  }

  /** The comment is above the statement, which may begin some lines before the call. */
  private static boolean saysWhy(String text, int call) {
    String before = text.substring(0, call);
    int comment = before.lastIndexOf("//");
    String between = before.substring(Math.max(0, comment));
    return comment >= 0
        && between.contains("stack trace")
        && !between.contains(";\n")
        && !between.contains("}\n");
  }
}
