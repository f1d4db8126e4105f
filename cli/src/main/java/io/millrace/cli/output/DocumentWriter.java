package io.millrace.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.millrace.client.transport.JsonCodec;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Iterator;

/** Writes JSON and YAML, as the API spells it. Lists of any length are written as they come. */
final class DocumentWriter {
  private final ObjectWriter writer;
  private final PrintWriter out;

  private DocumentWriter(ObjectWriter writer, PrintWriter out) {
    this.writer = writer;
    this.out = out;
  }

  static DocumentWriter of(OutputFormat format, PrintWriter out) {
    ObjectWriter json =
        JsonCodec.MAPPER
            .writerWithDefaultPrettyPrinter()
            .without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    return format == OutputFormat.JSON
        ? new DocumentWriter(json, new PrintWriter(new ControlEscaper(out)))
        : new DocumentWriter(yaml(), out);
  }

  private static ObjectWriter yaml() {
    return YAMLMapper.builder()
        .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
        .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
        .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
        .build()
        .writer()
        .without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
  }

  void write(Object value) {
    try {
      out.println(writer.writeValueAsString(tree(value)).stripTrailing());
      out.flush();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** The value with the field names of the API, for any output format. */
  private static JsonNode tree(Object value) {
    return JsonCodec.MAPPER.valueToTree(value);
  }

  void write(Iterator<?> items) {
    try (SequenceWriter sequence = writer.writeValues(out).init(true)) {
      while (items.hasNext()) {
        sequence.write(tree(items.next()));
      }
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
    out.println();
    out.flush();
  }
}
