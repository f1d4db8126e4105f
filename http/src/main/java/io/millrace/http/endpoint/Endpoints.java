package io.millrace.http.endpoint;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.japi.function.Function;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds the endpoint of a request: a tree with one level for each segment of the path. */
public final class Endpoints {
  /** The end of some paths, and the beginning of others. */
  private static final class PathNode {
    private final Map<String, PathNode> literals = new HashMap<>();
    private final Map<String, Endpoint> byMethod = new LinkedHashMap<>();
    private List<Integer> variables = List.of();
    private @Nullable PathNode variable;
  }

  private final PathNode root = new PathNode();
  private final Set<String> firstWordsOfAdmins;

  public Endpoints(List<Endpoint> all) {
    all.forEach(this::add);
    this.firstWordsOfAdmins =
        all.stream()
            .filter(endpoint -> endpoint.permission() == Permission.MANAGE_TOKENS)
            .map(endpoint -> endpoint.segments().get(0))
            .collect(Collectors.toUnmodifiableSet());
  }

  private void add(Endpoint endpoint) {
    PathNode node = root;
    List<String> segments = endpoint.segments();
    for (String segment : segments) {
      if (!Endpoint.isVariable(segment)) {
        node = node.literals.computeIfAbsent(segment, any -> new PathNode());
      } else if (node.variable != null) {
        node = node.variable;
      } else {
        node.variable = new PathNode();
        node = node.variable;
      }
    }
    node.variables =
        IntStream.range(0, segments.size())
            .filter(i -> Endpoint.isVariable(segments.get(i)))
            .boxed()
            .toList();
    if (node.byMethod.putIfAbsent(endpoint.method(), endpoint) != null) {
      throw new IllegalArgumentException(endpoint + " is declared twice");
    }
    if (node.byMethod.values().stream().anyMatch(it -> !it.path().equals(endpoint.path()))) {
      throw new IllegalArgumentException(endpoint + " names its variables in another way");
    }
  }

  /** Has the endpoint attached to each request. */
  public Function<HttpRequest, CompletionStage<HttpResponse>> attaching(
      Function<HttpRequest, CompletionStage<HttpResponse>> handler) {
    return request ->
        handler.apply(match(request.method().value(), RequestPath.of(request)).attachTo(request));
  }

  /**
   * A literal goes before a variable, so {@code POST /jobs/check} is not about a job. The
   * permission does not depend on how the slashes are written, but only a served path is open.
   */
  EndpointMatch match(String method, RequestPath path) {
    List<PathNode> ends = new ArrayList<>();
    findEnds(root, path.segments(), 0, ends);
    for (PathNode end : ends) {
      Endpoint declared = end.byMethod.get(method);
      if (declared == null) {
        continue;
      }
      boolean served = path.fits(declared);
      if (served || declared.permission() != Permission.OPEN) {
        return new EndpointMatch(
            declared,
            served,
            end.variables.stream().map(path.segments()::get).toList(),
            List.of(),
            declared.path());
      }
    }
    List<Endpoint> others = ends.stream().flatMap(end -> end.byMethod.values().stream()).toList();
    String template = others.isEmpty() ? EndpointMatch.UNKNOWN : others.get(0).path();
    return new EndpointMatch(
        undeclared(method, template, path.segments()),
        false,
        List.of(),
        others.stream().filter(path::fits).toList(),
        template);
  }

  private static void findEnds(
      @Nullable PathNode node, List<String> segments, int depth, List<PathNode> ends) {
    if (node == null) {
      return;
    }
    if (depth < segments.size()) {
      findEnds(node.literals.get(segments.get(depth)), segments, depth + 1, ends);
      findEnds(node.variable, segments, depth + 1, ends);
    } else if (!node.byMethod.isEmpty()) {
      ends.add(node);
    }
  }

  /** An undeclared endpoint needs the permission that a declared one would: none is open. */
  private Endpoint undeclared(String method, String template, List<String> path) {
    boolean reads = method.equals("GET") || method.equals("HEAD");
    Permission usual = reads ? Permission.READ : Permission.OPERATE;
    return new Endpoint(
        method,
        template,
        isForAdmins(path) ? Permission.MANAGE_TOKENS : usual,
        RequestKind.REQUEST,
        BodyLimit.USUAL,
        PageSize.NONE,
        false);
  }

  private boolean isForAdmins(List<String> path) {
    return !path.isEmpty() && firstWordsOfAdmins.contains(path.get(0));
  }
}
