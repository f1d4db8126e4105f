package io.millrace.hostile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.millrace.engine.check.Finding;
import io.millrace.hostile.ApiClient.ApiAnswer;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Every role at every route of the OpenAPI file, where it may not be, and without a token. Requests
 * have no body and name nothing that exists, so even a route that lets them in does little.
 */
final class RoleMatrix implements Attack {
  private static final List<String> ROLES = List.of("viewer", "worker", "operator");
  private static final String NOTHING = "hostile-none";

  @Override
  public String name() {
    return "roles";
  }

  @Override
  public String story() {
    return "every role at every route that is not for it, and no token at all";
  }

  /** {@code GET /tasks/{id}}, and who may. */
  private record DocumentedRoute(String method, String path, Set<String> roles) {}

  @Override
  public List<Finding> run(AttackContext arena, AttackSize size, Random random) throws Exception {
    Checklist checklist = new Checklist();
    Map<String, ApiClient> clients = new LinkedHashMap<>();
    for (String role : ROLES) {
      clients.put(role, arena.target().client(arena.belongings().token(role, "")));
    }
    ApiClient nobody = arena.target().client(null);
    JsonNode paths = new YAMLMapper().readTree(nobody.get("/openapi.yaml").body()).path("paths");
    checklist.check("the OpenAPI file has the routes", paths.size() > 10, paths.size() + " paths");
    for (Map.Entry<String, JsonNode> path : paths.properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        DocumentedRoute route = route(method.getKey(), path.getKey(), method.getValue());
        if (!route.roles().isEmpty()) {
          without(arena, checklist, nobody, route);
          for (Map.Entry<String, ApiClient> client : clients.entrySet()) {
            with(arena, checklist, client.getKey(), client.getValue(), route);
          }
        }
      }
    }
    return checklist.findings();
  }

  private static DocumentedRoute route(String method, String path, JsonNode described) {
    Set<String> roles = new HashSet<>();
    described.path("x-roles").forEach(role -> roles.add(role.asText()));
    return new DocumentedRoute(
        method.toUpperCase(Locale.ROOT), path.replaceAll("\\{[^}]*}", NOTHING), roles);
  }

  private static void without(
      AttackContext arena, Checklist checklist, ApiClient nobody, DocumentedRoute route)
      throws IOException {
    ApiAnswer answer = arena.counted(nobody, route.method(), route.path(), "");
    checklist.check("no token is 401", answer.status() == 401, route + " " + answer);
  }

  /** What a role may do is only tried where it changes nothing. */
  private static void with(
      AttackContext arena,
      Checklist checklist,
      String role,
      ApiClient client,
      DocumentedRoute route)
      throws IOException {
    if (!route.roles().contains(role)) {
      ApiAnswer answer = arena.counted(client, route.method(), route.path(), "");
      checklist.check("a wrong role is 403", answer.status() == 403, role + " " + route + answer);
    } else if (route.method().equals("GET")) {
      ApiAnswer answer = arena.counted(client, route.method(), route.path(), "");
      checklist.check(
          "nothing that may be read is a 500", answer.status() < 500, route + " " + answer);
    }
  }
}
