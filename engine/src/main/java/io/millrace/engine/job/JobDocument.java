package io.millrace.engine.job;

import java.util.Set;

/**
 * A job as its author wrote it.
 *
 * @param mediaType one of {@link #MEDIA_TYPES}
 */
public record JobDocument(String text, String mediaType) {
  private static final String JSON = "application/json";

  public static final Set<String> MEDIA_TYPES =
      Set.of(JSON, "application/yaml", "application/x-yaml", "text/yaml");

  public boolean isJson() {
    return mediaType.equals(JSON);
  }
}
