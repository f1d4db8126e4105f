package io.millrace.http;

import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.engine.node.ClusterWatch;
import io.millrace.engine.node.ClusterWatch.OfMember;
import io.millrace.engine.node.Engine;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code /session} and {@code /cluster}: who asks, whom he asks, and who else there is. */
final class SessionRoutes extends AllDirectives {
  private final ActorSystem<?> system;
  private final ClusterWatch cluster;
  private final Intake intake;
  private final Clock clock;

  SessionRoutes(ActorSystem<?> system, Engine engine, Intake intake, Clock clock) {
    this.system = system;
    this.cluster = engine.cluster();
    this.intake = intake;
    this.clock = clock;
  }

  Route routes() {
    return get(() -> concat(path("session", this::session), path("cluster", this::cluster)));
  }

  private Route session() {
    return extractRequest(request -> complete(Json.ok(session(Access.caller(request)))));
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
        intake.admit(() -> cluster.members().thenApply(SessionRoutes::members)));
  }

  private static HttpResponse members(List<OfMember> members) {
    return Json.ok(Map.of("members", members.stream().map(SessionRoutes::member).toList()));
  }

  private static Map<String, Object> member(OfMember member) {
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
