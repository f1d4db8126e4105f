package io.millrace.http.page;

import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.engine.node.Engine;
import io.millrace.engine.watch.ClusterService;
import io.millrace.engine.watch.ClusterService.ClusterMember;
import io.millrace.engine.watch.ClusterService.LostNode;
import io.millrace.http.endpoint.Caller;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.RequestIntake;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code /session} and {@code /cluster}: the caller, the node that answers, and the other nodes.
 */
public final class SessionRoutes extends AllDirectives {
  public static final List<EndpointHandler<SessionRoutes>> ENDPOINTS =
      List.of(
          Endpoint.get("/session").to((SessionRoutes routes) -> routes.session()),
          Endpoint.get("/cluster").to(SessionRoutes::cluster));

  private final ActorSystem<?> system;
  private final ClusterService cluster;
  private final RequestIntake intake;
  private final Clock clock;

  public SessionRoutes(ActorSystem<?> system, Engine engine, RequestIntake intake, Clock clock) {
    this.system = system;
    this.cluster = engine.cluster();
    this.intake = intake;
    this.clock = clock;
  }

  private Route session() {
    return extractRequest(request -> complete(Json.ok(session(Caller.of(request)))));
  }

  private Map<String, Object> session(Caller caller) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", caller.name());
    json.put("role", caller.role().text());
    json.put("node", system.address().hostPort());
    json.put("version", Cluster.get(system).selfMember().appVersion().version());
    json.put("time", Json.time(clock.instant()));
    return json;
  }

  private Route cluster() {
    return completeWithFuture(
        intake.admit(
            () ->
                cluster
                    .members()
                    .thenCombine(
                        cluster.lostNodes(clock.instant()),
                        (members, lost) -> Json.ok(nodes(members, lost)))));
  }

  private static Map<String, Object> nodes(List<ClusterMember> members, List<LostNode> lost) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("members", members.stream().map(SessionRoutes::member).toList());
    json.put("lost", lost.stream().map(SessionRoutes::lost).toList());
    return json;
  }

  private static Map<String, Object> lost(LostNode node) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("address", node.address());
    json.put("worker", node.worker());
    json.put("at", Json.time(node.at()));
    return json;
  }

  private static Map<String, Object> member(ClusterMember member) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("address", member.address());
    json.put("status", member.status());
    json.put("reachable", member.reachable());
    json.put("version", member.version());
    json.put("roles", member.roles());
    json.put("self", member.self());
    json.put("leader", member.leader());
    json.put("has_singletons", member.hasSingletons());
    json.put("shards", member.shards());
    json.put("awake", member.awake());
    return json;
  }
}
