package io.millrace.engine.bundle;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One definition as its author would write it.
 *
 * @param name how people call it: of a job its project and name, else its id
 * @param content its fields; those of a collection include the project of its source
 */
public record Definition(DefinitionKey key, String name, ObjectNode content) {

  /** Whether replacing one by the other would change nothing. */
  boolean isSameAs(Definition other) {
    return content.equals(other.content);
  }
}
