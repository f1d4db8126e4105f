package io.millrace.http.access;

import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.NameRule;
import io.millrace.engine.source.CollectionId;
import io.millrace.http.endpoint.Role;
import io.millrace.http.endpoint.WorkerBounds;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads what a token that is wanted shall be bound to. */
final class WorkerBoundsReader {
  static final List<String> FIELDS = List.of("queues", "pools", "worker_prefix", "projects");
  private static final int MOST_NAMES = 100;

  private WorkerBoundsReader() {}

  /**
   * What is refused is noted.
   *
   * @param role absent if it was refused
   */
  static WorkerBounds read(InputNode node, @Nullable Role role) {
    if (role != null && role != Role.WORKER) {
      FIELDS.stream()
          .map(node::child)
          .filter(field -> !field.isEmpty())
          .forEach(field -> field.refuse("goes with the role worker only"));
      return WorkerBounds.NONE;
    }
    return new WorkerBounds(
        names(node, "queues", null, name -> CollectionId.checkName("queues", name)),
        names(node, "pools", null, name -> CollectionId.checkName("pools", name)),
        node.optional("worker_prefix")
            .flatMap(field -> field.text(text -> CollectionId.checkName("worker_prefix", text)))
            .orElse(null),
        names(node, "projects", Set.of(), name -> NameRule.check("projects", name)));
  }

  /**
   * @param unsaid what counts if the field is left out
   * @return absent for {@code ["*"]}
   */
  private static @Nullable Set<String> names(
      InputNode node, String field, @Nullable Set<String> unsaid, UnaryOperator<String> check) {
    InputNode list = node.optional(field).orElse(null);
    if (list == null) {
      return unsaid;
    }
    List<InputNode> items = list.items();
    if (list.isList() && (items.isEmpty() || items.size() > MOST_NAMES)) {
      list.refuse("must be 1 to " + MOST_NAMES + " names; [\"*\"] is all of them");
      return Set.of();
    }
    if (items.size() == 1 && isAll(items.get(0))) {
      return null;
    }
    Set<String> names = new LinkedHashSet<>();
    items.forEach(item -> item.text(check).ifPresent(names::add));
    return names;
  }

  private static boolean isAll(InputNode item) {
    return item.isText() && item.text(WorkerBounds.ALL::equals).orElse(false);
  }
}
