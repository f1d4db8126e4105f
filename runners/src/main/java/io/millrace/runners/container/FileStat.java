package io.millrace.runners.container;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** What an engine says of a file in a container: a header with JSON in Base64. */
final class FileStat {
  private static final String HEADER = "X-Docker-Container-Path-Stat";
  private static final ObjectMapper JSON = new ObjectMapper();

  private FileStat() {}

  /** Whether the file is there and empty. False if the engine does not say it. */
  static boolean isEmpty(Map<String, List<String>> headers) {
    return headers.entrySet().stream()
        .filter(header -> HEADER.equalsIgnoreCase(header.getKey()))
        .flatMap(header -> header.getValue().stream())
        .anyMatch(FileStat::isEmpty);
  }

  private static boolean isEmpty(String stat) {
    try {
      return JSON.readTree(Base64.getDecoder().decode(stat)).path("size").asLong(-1) == 0;
    } catch (IOException | IllegalArgumentException unknown) {
      return false;
    }
  }
}
