package io.millrace.client.error;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error as the server tells it (RFC 9457).
 *
 * @param type the stable name of the problem, such as {@code /problems/stale-attempt}
 * @param detail what is wrong, in a sentence
 * @param errors every wrong field at once; empty for other problems
 */
public record ProblemDetails(
    String type, String title, int status, String detail, List<FieldProblem> errors) {

  /**
   * A field that is wrong, its value and why.
   *
   * @param file the file it is in; null if no files were sent
   * @param line its line in that file, from 1; null if no files were sent
   */
  public record FieldProblem(
      String field,
      @Nullable JsonNode value,
      String reason,
      @Nullable String file,
      @Nullable Integer line) {

    /** Without files. */
    public FieldProblem(String field, @Nullable JsonNode value, String reason) {
      this(field, value, reason, null, null);
    }
  }

  public ProblemDetails {
    type = type == null ? "about:blank" : type;
    title = title == null ? "" : title;
    detail = detail == null ? "" : detail;
    errors = errors == null ? List.of() : List.copyOf(errors);
  }

  /** The last part of the type, such as {@code stale-attempt}. */
  public String name() {
    return type.substring(type.lastIndexOf('/') + 1);
  }
}
