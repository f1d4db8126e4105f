package io.millrace.http.workers;

import io.millrace.engine.remote.RemoteWorkerService.ClaimRequest;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.http.endpoint.QueryParameters;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads what a worker asks for: {@code ?wait=20s&max=4&queue=a&queue=b&pool=default}. */
final class ClaimReader {
  private static final int MOST_TASKS = 100;
  private static final int MOST_QUEUES = 100;
  private static final Duration DEFAULT_WAIT = Duration.ofSeconds(20);

  private ClaimReader() {}

  /**
   * A parameter that is given twice is one with a comma: a list for queues, else an error.
   *
   * @param projects whose secrets the worker may have; absent = those of all
   */
  static ClaimRequest read(
      String worker, Map<String, List<String>> parameters, @Nullable Set<String> projects) {
    Map<String, String> joined = new TreeMap<>();
    parameters.forEach((name, values) -> joined.put(name, String.join(",", values)));
    QueryParameters query = new QueryParameters(joined, Set.of("wait", "max", "queue", "pool"));
    Duration wait = query.wait("wait");
    int max = query.number("max", 1, MOST_TASKS, 1);
    Set<String> queues =
        query.read("queue", ClaimReader::queues, "must be up to 100 names, with commas between");
    String pool = query.optional("pool");
    query.check();
    return new ClaimRequest(
        worker,
        queues == null ? Set.of(Work.DEFAULT_QUEUE) : queues,
        max,
        wait == null ? DEFAULT_WAIT : wait,
        pool == null ? Work.DEFAULT_POOL : pool,
        projects);
  }

  private static Set<String> queues(String text) {
    Set<String> queues = new LinkedHashSet<>(List.of(text.split(",", -1)));
    if (queues.size() > MOST_QUEUES || !queues.stream().allMatch(CollectionId::isName)) {
      throw new IllegalArgumentException(text);
    }
    return queues;
  }
}
