package io.millrace.http.directory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.EndpointSample;
import io.millrace.http.TestClient;
import io.millrace.http.TestClient.Answer;

/** Definitions of every kind with one credential in them. */
final class PlantedCredential {
  /** The credential that nobody but an admin may see. */
  static final String PLANTED = "pl4nted-hunter2";

  static final String JSON_JOB = "7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3b";

  static final String SOURCES =
      """
# The bank's own words stay as they are.
sources:
  bank:
    collections:
      - name: http     # it fails, so that there is something to tell
        run:
          http:
            url: http://127.0.0.1:9/?token=PLANTED&x=1
            headers: {Authorization: Bearer PLANTED, Accept: "*/*"}
            body: {password: PLANTED, user: ann}
        when_exhausted: disable
      - {name: process, run: {process: [sh, -c, "exit 3", --token=PLANTED]}, timeout: 5m}
      - {name: pull, run: {pull: {queue: nobody, body: {api_key: PLANTED}}}}
      - {name: good, run: {http: {url: "http://h/", headers: {Authorization: "Bearer ${secret.x}"}}}}
"""
          .replace("PLANTED", PLANTED);

  static final String SITE =
      """
{"provider": "acme", "run": {"http": {"url": "http://127.0.0.1:9/", "headers": {"Cookie": "%s"}}}}
"""
          .formatted(PLANTED);

  static final String JOB =
      """
      id: %s
      project: my reports
      name: load
      description: A comment stays.
      triggers: [{name: t, start: 2026-11-01T00:00:00Z, period: 1h, catchup: none}]
      steps:
        - name: s        # as it was written
          depends: [trigger/t]
          run: {http: {url: "http://127.0.0.1:9/", headers: {X-Api-Key: "%s"}}}
      """
          .formatted(EndpointSample.JOB, PLANTED);

  private PlantedCredential() {}

  static String jsonJob(String id, String value) {
    return """
{"id": "%s", "project": "p", "name": "json %1$s",
\t"steps": [{"name": "s", "run": {"pull": {"queue": "nobody", "body": {"password": "%s"}}}}]}
"""
        .formatted(id, value);
  }

  static JsonNode isOk(Answer answer) {
    assertThat(answer.status()).as(answer.response().body()).isBetween(200, 201);
    return answer.json();
  }

  /** Saves a definition of every kind, and a client. */
  static void saveAll(TestClient admin) {
    isOk(admin.put("/sources", SOURCES));
    isOk(admin.put("/clients/c", "{\"name\": \"C\"}"));
    isOk(admin.put("/sites/isp", SITE));
    isOk(admin.put("/jobs", "application/yaml", JOB));
    isOk(admin.put("/jobs", "application/json", jsonJob(JSON_JOB, PLANTED)));
  }
}
