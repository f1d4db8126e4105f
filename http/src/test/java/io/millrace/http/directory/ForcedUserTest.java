package io.millrace.http.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.TestClock;
import io.millrace.http.TestClient;
import io.millrace.http.TestNode;
import org.junit.jupiter.api.Test;

class ForcedUserTest {

  @Test
  void everyUserSiteOfAUserIsForcedHoweverMany() {
    try (TestNode node =
        TestNode.start(
            "millrace.flywheel.internal.throttling.blacklistedProviders = [evil]",
            new TestClock())) {
      StringBuilder lines =
          new StringBuilder(
              """
              {"client": {"id": "c", "name": "c"}}
              {"user": {"id": "u", "client": "c"}}
              {"site": {"id": "bank", "provider": "evil"}}
              """);
      for (int i = 0; i < 1_001; i++) {
        lines.append("{\"user_site\": {\"id\": \"x%d\", ".formatted(i));
        lines.append("\"user\": \"u\", \"site\": \"bank\"}}\n");
      }
      TestClient.Answer imported = node.client.post("/import", lines.toString());
      assertThat(imported.status()).as(imported.response().body()).isEqualTo(200);
      TestClient.Answer forced = node.client.post("/flywheel/internal/users/u");
      assertThat(forced.status()).as(forced.response().body()).isEqualTo(202);
      assertThat(forced.json().at("/user_sites"))
          .hasSize(1_001)
          .allMatch(site -> site.at("/skipped").asText().equals("provider-blacklisted"));
    }
  }
}
