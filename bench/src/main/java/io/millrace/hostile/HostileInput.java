package io.millrace.hostile;

import java.util.List;

/** What requests are made of that mean no good. */
final class HostileInput {
  private static final int LONG = 60_000;

  static final List<String> METHODS =
      List.of(
          "GET",
          "POST",
          "PUT",
          "DELETE",
          "PATCH",
          "HEAD",
          "OPTIONS",
          "TRACE",
          "BREW",
          "get",
          "G\u0000T",
          "");

  static final List<String> PATHS =
      List.of(
          "/tasks",
          "/tasks/{}",
          "/tasks/{}/logs",
          "/history",
          "/jobs",
          "/jobs/{}",
          "/jobs/{}/tokens/{}",
          "/workers/{}",
          "/users/{}",
          "/user-sites/{}/explain",
          "/sources/{}/collections/{}",
          "/flow-control/pools/{}",
          "/schedules/preview",
          "/refreshes",
          "/notifications",
          "/today",
          "/projects/{}/secrets",
          "/openapi.yaml/{}",
          "/page/{}",
          "/{}",
          "{}",
          "/{}/{}/{}/{}");

  static final List<String> REPORTS =
      List.of("/workers/{}/heartbeat", "/tasks/{}/finish", "/tasks/{}/logs", "/tasks/{}/progress");

  static final List<String> SEGMENTS =
      List.of(
          "x",
          "%00",
          "a%00b",
          "..",
          "%2e%2e%2f",
          "..%2f..%2fetc%2fpasswd",
          "....//",
          ".",
          "%",
          "%zz",
          "%2",
          "%u0041",
          "%ff",
          "%c0%ae",
          "%ed%a0%80",
          "%0d%0aX:%20y",
          "\u00e9",
          "'",
          "\"",
          "<b>",
          "a b",
          ";a=b",
          "{}",
          "\\",
          "|",
          "\u0000",
          "\u007f",
          "01a1e451-28fe-7f1d-b60d-26f9e438fcb6",
          "1-1-1-1-1",
          "y".repeat(300),
          "y".repeat(3_000),
          "y".repeat(LONG));

  static final List<String> PARAMETERS =
      List.of(
          "source",
          "collection",
          "start",
          "end",
          "status",
          "limit",
          "after",
          "kind",
          "date",
          "cron",
          "n",
          "zone",
          "wait",
          "search",
          "%00",
          "",
          "a%ED%A0%80",
          "z".repeat(LONG));

  static final List<String> VALUES =
      List.of(
          "",
          "x",
          "1",
          "0",
          "-1",
          "99999999999999999999",
          "1e9",
          "NaN",
          "true",
          "%00",
          "%",
          "%ff",
          "2026-11-16",
          "+999999999-12-31T23:59:59Z",
          "-999999999-01-01T00:00:00Z",
          "' or 1=1--",
          "%27%20or%201=1--",
          "$%7bjndi:ldap://127.0.0.1/x%7d",
          "*/1 * * * *",
          "&&==",
          "v".repeat(LONG));

  static final List<String> HEADERS =
      List.of(
          "Host: ",
          "Host: a b",
          "Host: [::1",
          "Host: x\r\nHost: y",
          "Content-Length: -1",
          "Content-Length: 1e3",
          "Content-Length: 99999999999999999999",
          "Content-Length: 3\r\nContent-Length: 4",
          "Transfer-Encoding: gzip, klingon",
          "Transfer-Encoding: chunked, chunked",
          "Expect: the worst",
          "Expect: 100-continue",
          "Content-Encoding: gzip",
          "Accept: \u00fc",
          "Accept-Charset: klingon",
          "Range: bytes=9-1",
          "If-Modified-Since: yesterday",
          "Cookie: a=\u00e9; ;=;",
          "Upgrade: websocket",
          "Connection: upgrade",
          "X-Forwarded-For: 127.0.0.1",
          "X-Admin-Token: \u0000",
          "Authorization: Bearer",
          "Authorization: Basic eDp5",
          "No colon",
          ": no name",
          " X-Folded: y",
          "X-Nul: a\u0000b",
          "X-Long: " + "h".repeat(9_000),
          "X-Too-Long: " + "h".repeat(LONG),
          "X-Many: y\r\n".repeat(100) + "X: y");

  static final List<String> TYPES =
      List.of(
          "application/json",
          "application/yaml",
          "application/json; charset=utf-16",
          "application/json; charset=klingon",
          "application/xml",
          "multipart/form-data; boundary=x",
          "application/x-www-form-urlencoded",
          "rubbish",
          "a/b/c",
          "");

  static final List<String> BODIES =
      List.of(
          "",
          "{",
          "[",
          "null",
          "\"x\"",
          "{\"attempts\": 7}",
          "{\"attempts\": [null, {}, \"\"]}",
          "{\"attempt_uid\": \"x\", \"outcome\": \"success\", \"output\": 1e999}",
          "{\"a\": 1, \"a\": 2}",
          "\u0000",
          "\u00ff\u00fe{\u0000}\u0000",
          "<x/>",
          "--- &a [*a]",
          "!!java.lang.Object {}",
          "x".repeat(LONG));

  private HostileInput() {}
}
