package io.millrace.engine.job;

import io.millrace.engine.input.InputNode;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.policy.PolicyReader;
import io.millrace.engine.source.SourceCollection.Work;
import io.millrace.engine.source.WorkReader;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.TaskPriority;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the steps of one job, and collects their references. */
final class StepReader {
  private static final String[] FIELDS = {
    "name",
    "depends",
    "depends_failure",
    "threshold",
    "run",
    "timeout",
    "retry",
    "priority",
    "system",
    "pool",
    WorkReader.SECRETS,
    PolicyReader.USER_MESSAGES
  };

  /** Fields that describe a run, and mean nothing for a join. */
  private static final List<String> RUN_FIELDS =
      List.of("timeout", "retry", "system", "pool", WorkReader.SECRETS, PolicyReader.USER_MESSAGES);

  /** The target of a reference. References with the same target are the same, however written. */
  private record ReferenceTarget(JobName job, Reference.Kind kind, String name, Duration offset) {}

  private final JobName job;
  private final RunSpec.RunValidator check;
  private final Set<String> names = new LinkedHashSet<>();
  private final List<StepLink> links = new ArrayList<>();

  StepReader(JobName job, RunSpec.RunValidator check) {
    this.job = job;
    this.check = check;
  }

  Set<String> names() {
    return names;
  }

  List<StepLink> links() {
    return links;
  }

  /** Reads a step; empty if it has no name. Invalid fields get their defaults. */
  Optional<Step> read(InputNode node) {
    if (!node.isMappingOf(FIELDS)) {
      return Optional.empty();
    }
    Optional<String> name = NameReader.read(node, names, "step");
    List<StepLink> depends = depends(node, "depends", name.orElse(""), false);
    List<StepLink> dependsFailure = depends(node, "depends_failure", name.orElse(""), true);
    links.addAll(depends);
    links.addAll(dependsFailure);
    Work work = work(node);
    Policy policy = PolicyReader.readAttempts(node);
    Optional<JobPriority> priority = node.optional("priority").flatMap(JobPriority::read);
    int threshold = threshold(node);
    return name.map(
        text ->
            new Step(
                text,
                references(depends),
                references(dependsFailure),
                threshold,
                work,
                policy,
                priority.orElse(null)));
  }

  private List<StepLink> depends(InputNode node, String field, String step, boolean failed) {
    List<StepLink> links = new ArrayList<>();
    Map<ReferenceTarget, InputNode> earlier = new HashMap<>();
    for (InputNode item : node.optional(field).map(InputNode::items).orElse(List.of())) {
      item.text(Reference::parse)
          .filter(reference -> isNew(reference, item, earlier))
          .filter(reference -> !failed || canFail(reference, item))
          .ifPresent(reference -> links.add(new StepLink(item.path(), step, failed, reference)));
    }
    return links;
  }

  /** Each arrival counts once, so a step that waits for the same one twice would wait forever. */
  private boolean isNew(
      Reference reference, InputNode item, Map<ReferenceTarget, InputNode> earlier) {
    InputNode same =
        earlier.putIfAbsent(
            new ReferenceTarget(
                reference.target(job), reference.kind(), reference.name(), reference.offset()),
            item);
    if (same != null) {
      item.refuse("is the same as " + same.path());
    }
    return same == null;
  }

  private static boolean canFail(Reference reference, InputNode item) {
    if (reference.kind() == Reference.Kind.TRIGGER) {
      item.refuse("is a trigger, and triggers do not fail: name a step");
    }
    return reference.kind() == Reference.Kind.STEP;
  }

  private static int threshold(InputNode node) {
    int depends = countItems(node, "depends");
    int all = Math.max(1, depends + countItems(node, "depends_failure"));
    return node.optional("threshold")
        .flatMap(field -> field.whole(1, all))
        .orElse(Math.max(1, depends));
  }

  /**
   * A forgotten run would make a step succeed at once, so fields of a run are errors without it.
   */
  private @Nullable Work work(InputNode node) {
    if (node.optional("run").isPresent()) {
      return WorkReader.read(node, check, job.project(), TaskPriority.HIGH);
    }
    RUN_FIELDS.stream()
        .map(node::child)
        .filter(field -> !field.isEmpty())
        .forEach(field -> field.refuse("needs a run: a step without a run succeeds at once"));
    return null;
  }

  /** Counts the items, valid or not. */
  private static int countItems(InputNode node, String field) {
    InputNode list = node.child(field);
    return list.isList() ? list.items().size() : 0;
  }

  private static List<Reference> references(List<StepLink> links) {
    return links.stream().map(StepLink::reference).toList();
  }
}
