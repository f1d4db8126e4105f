package io.millrace.http.server;

import io.millrace.http.EndpointSample;
import io.millrace.http.TestNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;

/** One request made of nonsense, always the same for the same seed. */
final class FuzzRequest {
  private static final String UID = "01a1e451-28fe-7f1d-b60d-26f9e438fcb6";

  private static final List<String> OTHER_METHODS =
      List.of("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "BREW", "get");

  private static final List<String> SEGMENTS =
      List.of(
          "x",
          "good",
          "c",
          "good_c_01a1e451-28fe-7f1d-b60d-26f9e438fcb6",
          "01a1e451-28fe-7f1d-b60d-26f9e438fcb6",
          "1-1-1-1-1",
          "%00",
          "a%00b",
          "%2F",
          "a%2Fb",
          "..",
          ".",
          "%2e%2e",
          "%FF",
          "%ED%A0%80",
          "%",
          "%zz",
          "%25",
          "%0d%0aX:%20y",
          "\u00e9",
          "\ud83d\ude00",
          "%F0%9F%98%80",
          "'",
          "\"",
          "<b>",
          "a b",
          "+",
          ";a=b",
          "{}",
          "",
          "\\",
          "|",
          "^",
          "y".repeat(101),
          "y".repeat(1_500),
          "y".repeat(3_000),
          "y".repeat(60_000));

  private static final List<String> PARAMETERS =
      List.of(
          "source",
          "collection",
          "start",
          "end",
          "status",
          "limit",
          "after",
          "kind",
          "user",
          "site",
          "client",
          "provider",
          "date",
          "update",
          "colour",
          "",
          "%00",
          "a%ED%A0%80");

  private static final List<String> VALUES =
      List.of(
          "x",
          "good",
          "c",
          "",
          "2026-11-16",
          "2026-11-16T06:00:00Z",
          "2026-11-16T06:00:00+18:00",
          "%2B999999999-12-31T23:59:59Z",
          "-999999999-01-01T00:00:00Z",
          "%2B999999999-12-31",
          "-999999999-01-01",
          "10000-01-01",
          "0000-01-01",
          "1",
          "0",
          "-1",
          "1001",
          "99999999999999999999",
          "1e3",
          "NaN",
          "SUCCESS",
          "success",
          "true",
          "disabled",
          "01a1e451-28fe-7f1d-b60d-26f9e438fcb6",
          "1-1-1-1-1",
          "%00",
          "%ED%A0%80",
          "%FF",
          "%",
          "'%20or%201=1",
          "%F0%9F%98%80",
          "&&==",
          "z".repeat(1_000));

  private static final List<String> TYPES =
      List.of(
          "application/json",
          "application/json; charset=utf-16",
          "application/json; charset=klingon",
          "application/json; charset=",
          "text/plain; charset=iso-8859-1",
          "text/yaml",
          "application/x-ndjson",
          "application/octet-stream",
          "application/x-www-form-urlencoded",
          "multipart/form-data",
          "multipart/form-data; boundary=x",
          "rubbish",
          "a/b/c",
          "");

  private static final List<String> HEADERS =
      List.of(
          "X-Admin-Token: another",
          "Authorization: Bearer",
          "Authorization: Basic eDp5",
          "Authorization: Digest \u0001",
          "Accept: image/png",
          "Accept: \u00fcmlaut",
          "Accept: application/json;q=2",
          "Accept-Encoding: br;q=0",
          "Accept-Charset: klingon",
          "Content-Encoding: gzip",
          "Content-Language: \ud83d\ude00",
          "Cookie: a=\u00e9; ;=;",
          "Range: bytes=9-1",
          "If-Modified-Since: yesterday",
          "If-None-Match: \"",
          "Expect: 100-continue",
          "Expect: the worst",
          "Upgrade: websocket",
          "Connection: upgrade",
          "Host: ",
          "Host: a b",
          "Host: [::1",
          "Host: x:99999999",
          "Origin: null",
          "X-Forwarded-For: \u0000",
          "X: \u00ff\u00fe",
          "X-Long: " + "h".repeat(7_000),
          "X-Too-Long: " + "h".repeat(20_000),
          "X".repeat(100) + ": y",
          "No colon",
          ": no name",
          " X-Folded: y",
          "X-Many: y\r\n".repeat(80) + "X-Last: y");

  private static final List<String> LENGTHS =
      List.of(
          "-1",
          "x",
          "",
          "1e3",
          "0x10",
          "99999999999999999999999",
          "9223372036854775807",
          "1, 2",
          "3\r\nContent-Length: 4",
          "1000",
          "0\r\nTransfer-Encoding: chunked",
          "5\r\nTransfer-Encoding: gzip, klingon");

  final String line;
  final boolean mustBeAnswered;
  final byte[] bytes;

  private FuzzRequest(String line, boolean mustBeAnswered, byte[] bytes) {
    this.line = line;
    this.mustBeAnswered = mustBeAnswered;
    this.bytes = bytes;
  }

  /**
   * @param task a task that may be running
   */
  static FuzzRequest of(long seed, String task) {
    Random random = new Random(seed);
    EndpointSample endpoint = one(random, EndpointSample.ALL);
    String method = random.nextInt(20) > 0 ? endpoint.method() : one(random, OTHER_METHODS);
    String line =
        method + " " + path(random, endpoint, task) + query(random, endpoint.query()) + " HTTP/1.1";
    byte[] body = FuzzBody.of(random, body(endpoint, task));
    boolean wrongLength = random.nextInt(25) == 0;
    StringBuilder head = new StringBuilder(line).append("\r\n");
    head.append("Connection: close\r\nX-Admin-Token: ").append(TestNode.TOKEN).append("\r\n");
    StringBuilder headers = new StringBuilder();
    int more = random.nextInt(6) == 0 ? 1 + random.nextInt(3) : 0;
    for (int i = 0; i < more; i++) {
      headers.append(one(random, HEADERS)).append("\r\n");
    }
    if (headers.indexOf("Host:") < 0) {
      headers.append("Host: localhost\r\n");
    }
    String type = random.nextInt(5) > 0 ? "application/json" : one(random, TYPES);
    headers.append(type.isEmpty() ? "" : "Content-Type: " + type + "\r\n");
    headers
        .append("Content-Length: ")
        .append(wrongLength ? one(random, LENGTHS) : String.valueOf(body.length))
        .append("\r\n");
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.append(headers).append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
    all.writeBytes(body);
    return new FuzzRequest(shown(head.toString(), body), !wrongLength, all.toByteArray());
  }

  /** Good but for one parameter of its query, for every parameter and every value. */
  static List<FuzzRequest> everyParameterWithEveryValue(EndpointSample endpoint, String task) {
    List<FuzzRequest> requests = new ArrayList<>();
    for (String parameter : endpoint.query().split("&")) {
      for (String value : VALUES) {
        String query =
            ("&" + endpoint.query())
                .replace("&" + parameter, "&" + parameter.replaceFirst("=.*", "=") + value);
        requests.add(plain(endpoint, "?" + query.substring(1), new byte[0], task));
      }
    }
    return requests;
  }

  /** Good but for one field of its body, for every field and every value. */
  static List<FuzzRequest> everyFieldWithEveryValue(EndpointSample endpoint, String task) {
    return FuzzBody.everyFieldWithEveryValue(body(endpoint, task)).stream()
        .map(body -> plain(endpoint, "", body, task))
        .toList();
  }

  private static FuzzRequest plain(
      EndpointSample endpoint, String query, byte[] body, String task) {
    String path = endpoint.path(endpoint.id(task));
    String head =
        "%s %s%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Admin-Token: %s\r\n"
                .formatted(endpoint.method(), path, query, TestNode.TOKEN)
            + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n".formatted(body.length);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    all.writeBytes(body);
    return new FuzzRequest(shown(head, body), true, all.toByteArray());
  }

  /** A good one, for that task. */
  private static String body(EndpointSample endpoint, String task) {
    return endpoint.body().replace(UID, task.substring(task.length() - UID.length()));
  }

  static <T> T one(Random random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** Mostly a path that exists, so that the nonsense gets far. */
  private static String path(Random random, EndpointSample endpoint, String task) {
    if (random.nextInt(25) == 0) {
      return "/" + one(random, SEGMENTS) + "/" + one(random, SEGMENTS);
    }
    String id = random.nextInt(3) == 0 ? one(random, SEGMENTS) : endpoint.id(task);
    String path = endpoint.path(Matcher.quoteReplacement(id));
    return switch (random.nextInt(40)) {
      case 0 -> path + "/";
      case 1 -> path + "/" + one(random, SEGMENTS);
      case 2 -> "/" + path;
      default -> path;
    };
  }

  /** The good one, with fewer parameters, with others, with more, or with wrong values. */
  private static String query(Random random, String good) {
    List<String> parameters =
        new ArrayList<>(good.isEmpty() ? List.of() : List.of(good.split("&")));
    int changes = parameters.isEmpty() ? 0 : one(random, List.of(0, 1, 1, 1, 3));
    for (int i = 0; i < changes && !parameters.isEmpty(); i++) {
      int place = random.nextInt(parameters.size());
      String name = parameters.get(place).replaceFirst("=.*", "");
      switch (random.nextInt(8)) {
        case 0 -> parameters.remove(place);
        case 1 -> parameters.set(place, name);
        default -> parameters.set(place, name + "=" + one(random, VALUES));
      }
    }
    if (random.nextInt(20) == 0) {
      parameters.add(one(random, PARAMETERS) + "=" + one(random, VALUES));
    }
    return parameters.isEmpty() ? "" : "?" + String.join("&", parameters);
  }

  private static String shown(String head, byte[] body) {
    String text = head + "\n" + new String(body, StandardCharsets.UTF_8);
    return text.length() < 2_000 ? text : text.substring(0, 2_000) + "…";
  }
}
