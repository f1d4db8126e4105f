package io.millrace.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A curl command of the guide, and the status that the guide states.
 *
 * @param variable takes a field of the answer; empty if nothing does
 * @param field such as {@code /tasks/0/attempt_uid}
 * @param command the command itself, with its variables
 */
record CurlExample(String variable, String field, String command, int status) {
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "(?:(?<variable>\\w+)=\\$\\()?(?<command>curl .*?)"
              + "(?: \\| jq -r (?<field>\\S+)\\))? +# (?<status>\\d{3})\\b.*",
          Pattern.DOTALL);

  private static final String INDENT = "    ";

  /** All of them, in order. Every line that begins one must be a whole one. */
  static List<CurlExample> of(String page) {
    List<CurlExample> examples = new ArrayList<>();
    Iterator<String> lines = page.lines().iterator();
    while (lines.hasNext()) {
      String line = lines.next();
      if (line.matches(INDENT + "(\\w+=\\$\\()?curl .*")) {
        StringBuilder whole = new StringBuilder(line.strip());
        while (goesOn(whole) && lines.hasNext()) {
          whole.append('\n').append(lines.next().strip());
        }
        examples.add(read(whole.toString().replace("\\\n", "")));
      }
    }
    return examples;
  }

  /** After a backslash, and within quotes. */
  private static boolean goesOn(CharSequence text) {
    return text.charAt(text.length() - 1) == '\\'
        || text.chars().filter(letter -> letter == '\'').count() % 2 == 1;
  }

  private static CurlExample read(String text) {
    Matcher example = EXAMPLE.matcher(text);
    if (!example.matches()) {
      throw new AssertionError("No example with its status: " + text);
    }
    String field = example.group("field");
    return new CurlExample(
        example.group("variable") == null ? "" : example.group("variable"),
        field == null ? "" : field.replaceAll("['\\]]", "").replaceAll("[.\\[]", "/"),
        example.group("command"),
        Integer.parseInt(example.group("status")));
  }

  /** Collects what the options say. */
  private static final class Options {
    private final List<String> headers = new ArrayList<>();
    private final List<String> data = new ArrayList<>();
    private String method = "";
    private boolean inQuery;
    private URI uri;
  }

  /**
   * @param base where the node is
   * @param root where the files are
   */
  HttpRequest request(String base, Path root, Map<String, String> variables) {
    Options options = options(root, variables);
    String data = String.join("&", options.data);
    String address = options.uri.toString().replace("http://127.0.0.1:8080", base);
    boolean hasBody = !options.data.isEmpty() && !options.inQuery;
    String method = options.method.isEmpty() ? hasBody ? "POST" : "GET" : options.method;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(options.inQuery ? address + "?" + data : address))
            .method(method, hasBody ? BodyPublishers.ofString(data) : BodyPublishers.noBody());
    if (hasBody && options.headers.stream().noneMatch(one -> one.startsWith("Content-Type"))) {
      request.header("Content-Type", "application/x-www-form-urlencoded"); // as curl does
    }
    for (String header : options.headers) {
      request.header(header.split(": ")[0], header.split(": ", 2)[1]);
    }
    return request.build();
  }

  private Options options(Path root, Map<String, String> variables) {
    Options options = new Options();
    Iterator<String> words = words(command, variables).iterator();
    words.next();
    while (words.hasNext()) {
      String word = words.next();
      switch (word) {
        case "-s", "-N" -> {}
        case "-G" -> options.inQuery = true;
        case "-X" -> options.method = words.next();
        case "-H" -> options.headers.add(words.next());
        case "-d" -> options.data.add(words.next().replace("\n", ""));
        case "--data-urlencode" -> options.data.add(encoded(words.next()));
        case "--data-binary" -> options.data.add(file(root, words.next().substring(1)));
        case "-T" -> options.data.add(file(root, words.next()));
        default -> {
          if (word.startsWith("-") || options.uri != null) {
            throw new AssertionError("What is " + word + " in " + command);
          }
          options.uri = URI.create(word);
        }
      }
    }
    return options;
  }

  private static String encoded(String pair) {
    String[] parts = pair.split("=", 2);
    return parts[0] + "=" + URLEncoder.encode(parts[1], StandardCharsets.UTF_8);
  }

  private static String file(Path root, String name) {
    try {
      return Files.readString(root.resolve(name));
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** As a shell splits them: single quotes keep everything, double quotes all but variables. */
  static List<String> words(String command, Map<String, String> variables) {
    List<String> words = new ArrayList<>();
    Matcher piece = Pattern.compile("'([^']*)'|\"([^\"]*)\"|([^\\s'\"]+)|(\\s+)").matcher(command);
    StringBuilder word = new StringBuilder();
    int end = 0;
    while (piece.find() && piece.start() == end) {
      end = piece.end();
      if (piece.group(4) != null) {
        words.add(word.toString());
        word.setLength(0);
      } else if (piece.group(1) != null) {
        word.append(piece.group(1));
      } else {
        word.append(filled(piece.group(2) == null ? piece.group(3) : piece.group(2), variables));
      }
    }
    if (end != command.length()) {
      throw new AssertionError("A quote is open: " + command);
    }
    words.add(word.toString());
    return words.stream().filter(text -> !text.isEmpty()).toList();
  }

  private static String filled(String text, Map<String, String> variables) {
    return Pattern.compile("\\$(\\w+)")
        .matcher(text)
        .replaceAll(
            name -> {
              String value = variables.get(name.group(1));
              if (value == null) {
                throw new AssertionError(name.group() + " was never set");
              }
              return Matcher.quoteReplacement(value);
            });
  }
}
