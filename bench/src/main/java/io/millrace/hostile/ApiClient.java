package io.millrace.hostile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Speaks to the API with one token, as a usual client does. It follows no redirect.
 *
 * @param token absent = none
 */
record ApiClient(URI base, @Nullable String token) {
  static final String JSON_TYPE = "application/json";
  static final String YAML_TYPE = "application/yaml";

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  /** What the node said. */
  record ApiAnswer(int status, String body) {
    boolean isFine() {
      return status >= 200 && status < 300;
    }

    /** Empty if it is no JSON. */
    JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (IOException none) {
        return JSON.createObjectNode();
      }
    }

    String text(String field) {
      return json().path(field).asText();
    }

    ApiAnswer orFail(String what) throws IOException {
      if (!isFine()) {
        throw new IOException(what + " was answered " + this);
      }
      return this;
    }

    @Override
    public String toString() {
      return status + " " + body;
    }
  }

  ApiAnswer get(String path) throws IOException {
    return send("GET", path, "", JSON_TYPE);
  }

  ApiAnswer post(String path, String body) throws IOException {
    return send("POST", path, body, JSON_TYPE);
  }

  ApiAnswer put(String path, String body) throws IOException {
    return send("PUT", path, body, JSON_TYPE);
  }

  ApiAnswer send(String method, String path, String body, String type) throws IOException {
    try {
      return answer(HTTP.send(request(method, path, body, type), BodyHandlers.ofString()));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException(stop);
    }
  }

  CompletableFuture<ApiAnswer> sendAsync(String method, String path, String body, String type) {
    return HTTP.sendAsync(request(method, path, body, type), BodyHandlers.ofString())
        .thenApply(ApiClient::answer);
  }

  private static ApiAnswer answer(HttpResponse<String> response) {
    return new ApiAnswer(response.statusCode(), response.body());
  }

  private HttpRequest request(String method, String path, String body, String type) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(PATIENCE)
            .header("Content-Type", type)
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    return (token == null ? request : request.header("X-Admin-Token", token)).build();
  }
}
