package io.millrace.http.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The paths of the API as {@code openapi.yaml} has them, so that a metric has few names. */
public final class RouteTemplates {
  /** Whatever is no path of the API; the files of the page are no other. */
  static final String UNKNOWN = "unknown";

  private record Template(String text, List<String> segments) {
    static Template of(String text) {
      return new Template(text, Stream.of(text.split("/")).filter(s -> !s.isEmpty()).toList());
    }

    long variables() {
      return segments.stream().filter(segment -> segment.startsWith("{")).count();
    }

    boolean matches(List<String> path) {
      return path.size() == segments.size()
          && IntStream.range(0, path.size())
              .allMatch(
                  i -> segments.get(i).startsWith("{") || segments.get(i).equals(path.get(i)));
    }
  }

  private final List<Template> templates;

  RouteTemplates(Stream<String> paths) {
    templates = paths.map(Template::of).sorted(Comparator.comparing(Template::variables)).toList();
  }

  public static RouteTemplates ofTheApi() {
    try (InputStream in = RouteTemplates.class.getResourceAsStream("/page/openapi.yaml")) {
      JsonNode paths = new YAMLMapper().readTree(in).path("paths");
      return new RouteTemplates(paths.propertyStream().map(path -> path.getKey()));
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** What is spelled out goes before what varies: {@code /jobs/check} is no job. */
  String templateOf(List<String> path) {
    return templates.stream()
        .filter(template -> template.matches(path))
        .findFirst()
        .map(Template::text)
        .orElse(UNKNOWN);
  }
}
