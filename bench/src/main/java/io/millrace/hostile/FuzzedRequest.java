package io.millrace.hostile;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/**
 * A request made of nonsense. It is sent with tokens that can change nothing: a viewer's, a
 * worker's that has no work, or an operator's at routes that only check or read.
 *
 * @param line its beginning, for people
 */
record FuzzedRequest(String line, byte[] bytes) {
  /** Tokens by what they may do. */
  record RoleAccessTokens(String viewer, String worker, String operator) {}

  static FuzzedRequest of(Random random, RoleAccessTokens tokens) {
    int kind = random.nextInt(4);
    String token = kind == 0 ? tokens.worker() : kind == 1 ? tokens.operator() : tokens.viewer();
    String path =
        kind == 0
            ? one(random, HostileInput.REPORTS)
            : kind == 1 ? "/jobs/check" : one(random, HostileInput.PATHS);
    String usual = kind < 2 ? "POST" : "GET";
    String method =
        kind != 1 && random.nextInt(10) == 0 ? one(random, HostileInput.METHODS) : usual;
    String line = method + " " + filled(random, path) + query(random) + version(random);
    byte[] body = one(random, HostileInput.BODIES).getBytes(StandardCharsets.ISO_8859_1);
    StringBuilder head = new StringBuilder(line).append("\r\n");
    head.append("Connection: close\r\n");
    if (random.nextInt(10) > 0) {
      head.append("Host: localhost\r\n");
    }
    head.append("X-Admin-Token: ").append(token).append("\r\n");
    for (int more = random.nextInt(3); more > 0; more--) {
      head.append(one(random, HostileInput.HEADERS)).append("\r\n");
    }
    String type = one(random, HostileInput.TYPES);
    head.append(type.isEmpty() ? "" : "Content-Type: " + type + "\r\n");
    head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    all.writeBytes(body);
    return new FuzzedRequest(line.substring(0, Math.min(120, line.length())), all.toByteArray());
  }

  private static String filled(Random random, String path) {
    String filled = path;
    while (filled.contains("{}")) {
      String segment = one(random, HostileInput.SEGMENTS).replace("{}", "%7b%7d");
      int at = filled.indexOf("{}");
      filled = filled.substring(0, at) + segment + filled.substring(at + 2);
    }
    return filled;
  }

  private static String query(Random random) {
    StringBuilder query = new StringBuilder();
    for (int i = random.nextInt(3); i > 0; i--) {
      query
          .append(query.isEmpty() ? '?' : '&')
          .append(one(random, HostileInput.PARAMETERS))
          .append('=')
          .append(one(random, HostileInput.VALUES));
    }
    return query.toString();
  }

  private static String version(Random random) {
    return random.nextInt(20) > 0
        ? " HTTP/1.1"
        : one(random, List.of(" HTTP/1.0", " HTTP/9.9", "", " HTTP/1.1 x", " http/1.1"));
  }

  private static String one(Random random, List<String> all) {
    return all.get(random.nextInt(all.size()));
  }
}
