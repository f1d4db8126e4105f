package io.millrace.packaging;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A node that somebody started, as its users reach it. */
record RunningNode(int port) {
  static final String TOKEN = "packaged-packaged-packaged";

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();

  boolean isReady() throws InterruptedException {
    try {
      return send("GET", "/ready").statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** How many nodes this one sees. */
  int members() throws IOException, InterruptedException {
    return JSON.readTree(send("GET", "/cluster").body()).path("members").size();
  }

  /** Asks for a refresh of the demo source, and returns the id of its task. */
  String refresh() throws IOException, InterruptedException {
    HttpResponse<String> answer = send("POST", "/tasks?source=demo&collection=c");
    JsonNode task = JSON.readTree(answer.body());
    if (!task.has("task_id")) {
      throw new IOException(answer.statusCode() + " " + answer.body());
    }
    return task.get("task_id").asText();
  }

  String status(String task) throws IOException, InterruptedException {
    return JSON.readTree(send("GET", "/tasks/" + task).body()).path("status").asText();
  }

  private HttpResponse<String> send(String method, String path)
      throws IOException, InterruptedException {
    return HTTP.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(30))
            .header("X-Admin-Token", TOKEN)
            .method(method, BodyPublishers.noBody())
            .build(),
        BodyHandlers.ofString());
  }
}
