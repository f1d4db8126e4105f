package io.millrace.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.http.endpoint.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A client of a node's API, as any user would write it. */
public final class TestClient {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String base;
  private final String token;

  public TestClient(InetSocketAddress address, String token) {
    this.base = "http://127.0.0.1:" + address.getPort();
    this.token = token;
  }

  public String base() {
    return base;
  }

  /** An answer, with its body read as JSON if it is some. */
  public record Answer(int status, HttpResponse<String> response) {
    public JsonNode json() {
      try {
        return Json.MAPPER.readTree(response.body());
      } catch (IOException notJson) {
        throw new AssertionError(response.body(), notJson);
      }
    }

    public String text(String field) {
      return json().path(field).asText();
    }

    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }
  }

  public Answer get(String path) {
    return send(request(path).GET());
  }

  public Answer post(String path) {
    return send(request(path).POST(BodyPublishers.noBody()));
  }

  public Answer post(String path, String body) {
    return send(request(path).POST(BodyPublishers.ofString(body)));
  }

  public Answer post(String path, String type, String body) {
    return send(request(path).header("Content-Type", type).POST(BodyPublishers.ofString(body)));
  }

  public Answer put(String path, String body) {
    return send(request(path).PUT(BodyPublishers.ofString(body)));
  }

  public Answer put(String path, String type, String body) {
    return send(request(path).header("Content-Type", type).PUT(BodyPublishers.ofString(body)));
  }

  public Answer delete(String path) {
    return send(request(path).DELETE());
  }

  public CompletableFuture<Answer> postAsync(String path) {
    return postAsync(path, "");
  }

  public CompletableFuture<Answer> postAsync(String path, String body) {
    return http.sendAsync(
            request(path).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString())
        .thenApply(response -> new Answer(response.statusCode(), response));
  }

  /** Asks for a refresh and gives the task's id. */
  public String queue(String source, String collection) {
    return post("/tasks?source=" + source + "&collection=" + collection).text("task_id");
  }

  public JsonNode task(String id) {
    return get("/tasks/" + id).json();
  }

  public HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofMinutes(5));
    return token == null ? request : request.header("X-Admin-Token", token);
  }

  public Answer send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      return new Answer(response.statusCode(), response);
    } catch (IOException fault) {
      throw new java.io.UncheckedIOException(fault);
    } catch (InterruptedException stop) {
      throw new AssertionError(stop);
    }
  }
}
