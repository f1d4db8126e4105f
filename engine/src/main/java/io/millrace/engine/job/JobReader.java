package io.millrace.engine.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.millrace.engine.fresh.FreshPromise;
import io.millrace.engine.fresh.FreshPromiseReader;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.input.YamlDocument;
import io.millrace.engine.task.RunSpec;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads jobs from documents that people write, and from the stored form. */
public final class JobReader {
  private static final ObjectMapper STORED_FORM = JsonMapper.builder().build();

  private final RunSpec.RunValidator check;

  /**
   * @param check validates each run against the runners and the pools
   */
  public JobReader(RunSpec.RunValidator check) {
    this.check = check;
  }

  /**
   * Reads a document and collects its errors.
   *
   * @throws InvalidInputException if it has no fields at all, or too many steps or triggers
   */
  public JobDraft read(JobDocument document) {
    FieldErrors errors = new FieldErrors();
    return read(tree(document, errors), document, errors);
  }

  /** The same for a document that was read before. */
  public JobDraft read(JsonNode tree, JobDocument document, FieldErrors errors) {
    InputNode node =
        document.isJson() ? InputNode.root(tree, errors) : InputNode.yamlRoot(tree, errors);
    if (!node.isMappingOf(
        "id",
        "project",
        "name",
        "description",
        "paused",
        "triggers",
        "steps",
        FreshPromiseReader.FIELD)) {
      errors.throwIfAny();
    }
    JobLimits.check(node);
    UUID id =
        node.required("id").flatMap(field -> field.text(JobReader::id)).orElse(JobDraft.NO_ID);
    JobName name =
        new JobName(
            NameReader.read(node, "project").orElse(""), NameReader.read(node, "name").orElse(""));
    node.optional("description").ifPresent(field -> field.text(text -> text));
    Boolean paused = node.optional("paused").flatMap(InputNode::flag).orElse(null);
    JobLinks links = content(node, name, check).links();
    if (isAbsent(node.child("triggers")) && isAbsent(node.child("steps"))) {
      node.refuse("is empty: a job needs steps, triggers or both");
    }
    return new JobDraft(id, links, paused, tree.toString(), document, errors);
  }

  /** The job that a draft without errors would be. */
  public static Job preview(JobDraft draft, boolean paused, Instant savedAt) {
    Content content =
        content(
            InputNode.root(tree(draft.definition()), new FieldErrors()),
            draft.links().name(),
            RunSpec.RunValidator.ACCEPTED);
    return new Job(
        0,
        draft.id(),
        draft.links().name().project(),
        draft.links().name().name(),
        paused,
        content.triggers(),
        content.steps(),
        0,
        savedAt,
        content.fresh());
  }

  private static JsonNode tree(JobDocument document, FieldErrors errors) {
    if (document.isJson()) {
      return JsonDocument.object(document.text());
    }
    JsonNode tree = YamlDocument.read(document.text(), errors);
    if (tree.isMissingNode()) {
      errors.throwIfAny();
    }
    JsonDocument.checkStorable(tree);
    return tree;
  }

  private static boolean isAbsent(InputNode node) {
    return node.isEmpty() || node.isList() && node.items().isEmpty();
  }

  private static UUID id(String text) {
    try {
      UUID id = UUID.fromString(text);
      if (id.toString().equalsIgnoreCase(text)) {
        return id;
      }
    } catch (IllegalArgumentException notParsable) {
      // The exception below names the problem.
    }
    throw new InvalidInputException(
        "id", text, "is not a UUID such as 7c6e4a56-1f0e-4b6e-9d3e-0a6f5d1c2b3a");
  }

  /**
   * @throws InvalidInputException if this release cannot read it
   */
  static Job readStored(SavedJob saved) {
    FieldErrors errors = FieldErrors.ofStored();
    Content content =
        content(
            InputNode.root(tree(saved.definition()), errors),
            saved.jobName(),
            RunSpec.RunValidator.ACCEPTED);
    errors.throwIfAny();
    return Job.builder()
        .number(saved.number())
        .id(saved.id())
        .project(saved.project())
        .name(saved.name())
        .paused(saved.paused())
        .triggers(content.triggers())
        .steps(content.steps())
        .version(saved.version())
        .savedAt(saved.savedAt())
        .fresh(content.fresh())
        .build();
  }

  private static JsonNode tree(String definition) {
    try {
      return STORED_FORM.readTree(definition);
    } catch (JsonProcessingException fault) {
      throw new InvalidInputException("document", null, "is not JSON");
    }
  }

  private record Content(
      List<Trigger> triggers, List<Step> steps, JobLinks links, @Nullable FreshPromise fresh) {}

  private static Content content(InputNode node, JobName name, RunSpec.RunValidator check) {
    Set<String> triggerNames = new LinkedHashSet<>();
    List<Trigger> triggers =
        items(node, "triggers").stream()
            .map(item -> TriggerReader.read(item, triggerNames))
            .flatMap(Optional::stream)
            .toList();
    StepReader reader = new StepReader(name, check);
    List<Step> steps =
        items(node, "steps").stream().map(reader::read).flatMap(Optional::stream).toList();
    return new Content(
        triggers,
        steps,
        new JobLinks(name, triggerNames, reader.names(), reader.links()),
        FreshPromiseReader.read(node));
  }

  private static List<InputNode> items(InputNode node, String field) {
    return node.optional(field).map(InputNode::items).orElse(List.of());
  }
}
