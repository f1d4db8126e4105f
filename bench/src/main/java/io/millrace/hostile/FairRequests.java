package io.millrace.hostile;

import io.millrace.hostile.ApiClient.ApiAnswer;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The requests of those who do no harm: how many, how long they took, which of them failed. */
final class FairRequests {
  private static final int MOST_WORDS = 20;
  private static final Set<Integer> FINE = Set.of(200, 201);

  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger repeated = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final List<String> words = new CopyOnWriteArrayList<>();
  private final LatencyRecord latencies = new LatencyRecord();

  /**
   * Sends it, once more if the connection was closed before there was an answer: any client does
   * that, for a connection that is kept may be closed at any time.
   *
   * @param measured false for one that is meant to wait
   * @return absent if it failed
   */
  @Nullable ApiAnswer send(
      ApiClient client, String method, String path, String body, boolean measured) {
    requests.incrementAndGet();
    long began = System.nanoTime();
    try {
      ApiAnswer answer = sendOrRepeat(client, method, path, body);
      if (FINE.contains(answer.status())) {
        return answer;
      }
      fail(method + " " + path + ": " + answer);
    } catch (IOException away) {
      fail(method + " " + path + ": " + away);
    } finally {
      if (measured) {
        latencies.add(began);
      }
    }
    return null;
  }

  private ApiAnswer sendOrRepeat(ApiClient client, String method, String path, String body)
      throws IOException {
    try {
      return client.send(method, path, body, ApiClient.JSON_TYPE);
    } catch (IOException closed) {
      repeated.incrementAndGet();
      return client.send(method, path, body, ApiClient.JSON_TYPE);
    }
  }

  private void fail(String said) {
    failed.incrementAndGet();
    if (words.size() < MOST_WORDS) {
      words.add(said);
    }
  }

  int number() {
    return requests.get();
  }

  int repeated() {
    return repeated.get();
  }

  int failed() {
    return failed.get();
  }

  List<String> words() {
    return List.copyOf(words);
  }

  LatencyRecord latencies() {
    return latencies;
  }

  @Override
  public String toString() {
    return "%,d requests, %,d repeated, %,d failed"
        .formatted(requests.get(), repeated.get(), failed.get());
  }
}
