package io.millrace.engine.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.bundle.DefinitionKey.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Writes definitions as files: the same definitions are always the same text. */
final class BundleExport {
  /** A file that would be longer is split: there is a limit to what is read. */
  private static final int LONGEST = 4 << 20;

  private BundleExport() {}

  static List<BundleFile> files(Collection<Definition> definitions) {
    List<BundleFile> files = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      List<Definition> some =
          definitions.stream().filter(definition -> definition.key().kind() == kind).toList();
      if (!some.isEmpty()) {
        List<String> parts = kind == Kind.JOB ? jobs(some) : mapping(kind, some);
        for (int i = 0; i < parts.size(); i++) {
          String number = i == 0 ? "" : "-" + (i + 1);
          files.add(new BundleFile(kind.field() + number + ".yaml", parts.get(i)));
        }
      }
    }
    return files;
  }

  private static List<String> jobs(List<Definition> jobs) {
    return jobs.stream()
        .sorted(Comparator.comparing(Definition::name).thenComparing(Definition::key))
        .map(
            job -> {
              ArrayNode list = JsonNodeFactory.instance.arrayNode();
              list.add(job.content());
              ObjectNode document = JsonNodeFactory.instance.objectNode();
              document.set(Kind.JOB.field(), list);
              return BundleYaml.write(document);
            })
        .collect(Parts::new, Parts::add, Parts::addAll)
        .texts(Kind.JOB.field());
  }

  private static List<String> mapping(Kind kind, List<Definition> definitions) {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    if (kind == Kind.COLLECTION) {
      all.setAll((ObjectNode) BundleWriter.sourcesOf(definitions).get(kind.field()));
    } else {
      definitions.forEach(definition -> all.set(definition.key().id(), definition.content()));
    }
    Parts parts = new Parts();
    for (Map.Entry<String, JsonNode> field : all.properties()) {
      ObjectNode document = JsonNodeFactory.instance.objectNode();
      document.putObject(kind.field()).set(field.getKey(), field.getValue());
      parts.add(BundleYaml.write(document));
    }
    return parts.texts(kind.field());
  }

  /** The lines of definitions, without the first one, which all of a kind have in common. */
  private static final class Parts {
    private final List<StringBuilder> parts = new ArrayList<>();

    void add(String document) {
      String lines = document.substring(document.indexOf('\n') + 1);
      if (parts.isEmpty() || parts.get(parts.size() - 1).length() + lines.length() > LONGEST) {
        parts.add(new StringBuilder());
      }
      parts.get(parts.size() - 1).append(lines);
    }

    void addAll(Parts others) {
      parts.addAll(others.parts);
    }

    List<String> texts(String field) {
      return parts.stream().map(part -> field + ":\n" + part).toList();
    }
  }
}
