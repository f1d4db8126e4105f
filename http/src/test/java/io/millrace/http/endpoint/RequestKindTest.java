package io.millrace.http.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestKindTest {
  @ParameterizedTest
  @CsvSource({
    "POST, workers/w/claims, LONG_POLL",
    "POST, flow-control/requests, LONG_POLL",
    "POST, workers/w/heartbeat, REPORT",
    "POST, flow-control/heartbeats, REPORT",
    "POST, flow-control/releases, REPORT",
    "POST, tasks/t/finish, REPORT",
    "POST, tasks/t/progress, REPORT",
    "POST, tasks/t/logs, REPORT",
    "GET, tasks/t/logs, REQUEST",
    "POST, tasks, REQUEST",
    "PUT, sources, REQUEST"
  })
  void heartbeatsAndReportsTakeNoPlaceOfClaims(String method, String path, RequestKind kind) {
    assertThat(RequestKind.of(method, List.of(path.split("/")))).isEqualTo(kind);
  }
}
