package io.millrace.engine.flow;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a pool's config from JSON and reports all errors in it. */
public final class PoolConfigReader {
  private static final int MOST_CHANNELS = 1_000_000;
  private static final int MOST_SYSTEMS = 100;
  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_REASON = 500;

  private PoolConfigReader() {}

  /**
   * @throws InvalidInputException with all errors
   */
  public static PoolConfig read(JsonNode json) {
    FieldErrors errors = new FieldErrors();
    InputNode node = InputNode.root(json, errors);
    if (!node.isMappingOf("enabled", "maxConcurrency", "sourceSystems")) {
      errors.throwIfAny();
    }
    boolean enabled = node.optional("enabled").flatMap(InputNode::flag).orElse(true);
    int channels =
        node.required("maxConcurrency").flatMap(field -> field.whole(1, MOST_CHANNELS)).orElse(0);
    List<SourceSystem> systems =
        node.required("sourceSystems").map(list -> systems(list, channels)).orElse(List.of());
    errors.throwIfAny();
    return new PoolConfig(enabled, channels, systems);
  }

  private static List<SourceSystem> systems(InputNode list, int channels) {
    List<SourceSystem> systems = new ArrayList<>();
    Set<String> names = new HashSet<>();
    List<Integer> probabilities = new ArrayList<>();
    for (InputNode item : list.items()) {
      if (!item.isMappingOf("systemName", "reservedChannels", "probability", "paused")) {
        continue;
      }
      String name =
          item.required("systemName")
              .flatMap(field -> field.text(PoolConfigReader::name))
              .orElse("");
      if (!name.isEmpty() && !names.add(name)) {
        item.child("systemName").refuse("is listed twice");
      }
      Optional<Integer> probability =
          item.required("probability").flatMap(field -> field.whole(0, 100));
      probability.ifPresent(probabilities::add);
      systems.add(
          new SourceSystem(
              name,
              item.required("reservedChannels")
                  .flatMap(field -> field.whole(0, MOST_CHANNELS))
                  .orElse(0),
              probability.orElse(0),
              item.optional("paused")
                  .flatMap(field -> field.text(PoolConfigReader::reason))
                  .orElse(null)));
    }
    if (list.isList()) {
      checkTogether(list, systems, names, channels);
      if (probabilities.size() == list.items().size()) {
        checkSum(list, probabilities);
      }
    }
    return systems;
  }

  private static void checkTogether(
      InputNode list, List<SourceSystem> systems, Set<String> names, int channels) {
    if (systems.isEmpty() || systems.size() > MOST_SYSTEMS) {
      list.refuse("must have 1 to " + MOST_SYSTEMS + " systems");
      return;
    }
    if (!names.contains(SourceSystem.DEFAULT)) {
      list.refuse(
          "must have a system " + SourceSystem.DEFAULT + ", for all systems that are not listed");
    }
    long reserved = systems.stream().mapToLong(SourceSystem::reservedChannels).sum();
    if (channels > 0 && reserved > channels) {
      list.refuse("reserves " + reserved + " channels, more than maxConcurrency " + channels);
    }
  }

  /** Called only if all probabilities are valid, since otherwise their sum is unknown. */
  private static void checkSum(InputNode list, List<Integer> probabilities) {
    int sum = probabilities.stream().mapToInt(Integer::intValue).sum();
    if (!probabilities.isEmpty() && sum != 100) {
      list.refuse("the probabilities must add up to 100, not " + sum);
    }
  }

  private static String reason(String text) {
    if (text.isBlank() || text.length() > LONGEST_REASON) {
      throw new InvalidInputException(
          "paused",
          text,
          "must say why, in 1 to " + LONGEST_REASON + " characters; leave it out if it is not");
    }
    return text;
  }

  private static String name(String text) {
    if (text.isBlank() || text.length() > LONGEST_NAME) {
      throw new InvalidInputException(
          "systemName", text, "must be 1 to " + LONGEST_NAME + " characters, not all blank");
    }
    return text;
  }
}
