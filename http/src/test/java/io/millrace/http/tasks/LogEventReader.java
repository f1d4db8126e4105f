package io.millrace.http.tasks;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.TestClient;
import io.millrace.http.endpoint.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/** Server-sent events of a task's log, read one by one. */
final class LogEventReader implements AutoCloseable {
  private final HttpResponse<InputStream> response;
  private final BufferedReader lines;

  record Event(String name, String id, String data) {
    JsonNode json() throws IOException {
      return Json.MAPPER.readTree(data);
    }
  }

  private LogEventReader(HttpResponse<InputStream> response) {
    this.response = response;
    this.lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  /**
   * @param last the id of the last event that was seen; null if none
   */
  static LogEventReader of(TestClient api, String task, String last) throws Exception {
    HttpRequest.Builder request =
        api.request("/tasks/" + task + "/logs").header("Accept", "text/event-stream");
    if (last != null) {
      request.header("Last-Event-ID", last);
    }
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    return new LogEventReader(http.send(request.build(), BodyHandlers.ofInputStream()));
  }

  int status() {
    return response.statusCode();
  }

  String contentType() {
    return response.headers().firstValue("Content-Type").orElse("");
  }

  /** Null at the end of the stream; comments are passed over. */
  Event next() throws IOException {
    String name = null;
    String id = null;
    StringBuilder data = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.isEmpty() && name != null) {
        return new Event(name, id, data.toString());
      } else if (line.startsWith("event:")) {
        name = line.substring(6).strip();
      } else if (line.startsWith("id:")) {
        id = line.substring(3).strip();
      } else if (line.startsWith("data:")) {
        data.append(line.substring(5).strip());
      }
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    response.body().close();
  }
}
