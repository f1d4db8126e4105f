package io.millrace.http.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.http.settings.StartException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * {@code millrace cluster-secret}: makes the secret of the nodes and puts it into an object of
 * Kubernetes, unless it has one. Every pod does it before its node starts; the first one wins.
 *
 * @param object the address of the object
 * @param token of the pod's account, which may read and patch this one object
 */
public record KubernetesSecret(HttpClient http, URI object, String token) {
  static final String NAME = "millrace-cluster";
  static final String KEY = "secret";
  private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");
  private static final int RANDOM_BYTES = 32;
  private static final int MOST_TRIES = 5;
  private static final int OK = 200;
  private static final int CONFLICT = 409;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The Secret of the pod in which this node runs. */
  public static KubernetesSecret ofThisPod() {
    String host = System.getenv("KUBERNETES_SERVICE_HOST");
    if (host == null) {
      throw new StartException("cluster-secret is for pods: there is no Kubernetes here");
    }
    try {
      String address = host.contains(":") ? "[" + host + "]" : host;
      URI object =
          URI.create(
              "https://%s:%s/api/v1/namespaces/%s/secrets/%s"
                  .formatted(
                      address,
                      System.getenv().getOrDefault("KUBERNETES_SERVICE_PORT", "443"),
                      Files.readString(ACCOUNT.resolve("namespace")).strip(),
                      NAME));
      HttpClient http =
          HttpClient.newBuilder().sslContext(trust(ACCOUNT.resolve("ca.crt"))).build();
      return new KubernetesSecret(http, object, Files.readString(ACCOUNT.resolve("token")).strip());
    } catch (IOException | GeneralSecurityException fault) {
      throw new StartException("The account of this pod cannot be read: " + fault);
    }
  }

  private static SSLContext trust(Path authorities) throws IOException, GeneralSecurityException {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream pem = Files.newInputStream(authorities)) {
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        trusted.setCertificateEntry("authority-" + trusted.size(), each);
      }
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /**
   * Returns whether it made one; false if there is one already.
   *
   * @throws StartException if there is none and none can be stored
   */
  public boolean makeIfMissing() {
    for (int tries = 1; tries <= MOST_TRIES; tries++) {
      JsonNode found = readObject();
      if (!found.path("data").path(KEY).asText().isEmpty()) {
        return false;
      }
      // Of two pods at once the second one meets another version, and finds the secret of the
      // first.
      HttpResponse<String> stored = send(patch(found.at("/metadata/resourceVersion").asText()));
      if (stored.statusCode() == OK) {
        return true;
      }
      if (stored.statusCode() != CONFLICT) {
        throw refused("stored in", stored);
      }
    }
    throw new StartException("The Secret " + NAME + " changes all the time: no secret was stored");
  }

  private JsonNode readObject() {
    HttpResponse<String> answer = send(request().GET());
    if (answer.statusCode() != OK) {
      throw refused("read from", answer);
    }
    try {
      return JSON.readTree(answer.body());
    } catch (IOException notJson) {
      throw refused("read from", answer);
    }
  }

  private HttpRequest.Builder patch(String version) {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    String text = Base64.getEncoder().encodeToString(random);
    String value = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    JsonNode change =
        JSON.valueToTree(
            Map.of("metadata", Map.of("resourceVersion", version), "data", Map.of(KEY, value)));
    return request()
        .header("Content-Type", "application/merge-patch+json")
        .method("PATCH", BodyPublishers.ofString(change.toString()));
  }

  private HttpRequest.Builder request() {
    return HttpRequest.newBuilder(object)
        .timeout(Duration.ofSeconds(30))
        .header("Authorization", "Bearer " + token);
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException away) {
      throw new StartException("Kubernetes does not answer at " + object + ": " + away);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new StartException("Interrupted while Kubernetes was asked for " + object);
    }
  }

  /** Without the body, which may have the secret in it. */
  private static StartException refused(String what, HttpResponse<String> answer) {
    return new StartException(
        "The secret of the nodes cannot be %s the Secret %s: Kubernetes answers %d. The object and the role that may patch it are in cluster-config/kubernetes/millrace.yaml"
            .formatted(what, NAME, answer.statusCode()));
  }

  /** Never shown, not even by mistake. */
  @Override
  public String toString() {
    return object.toString();
  }
}
