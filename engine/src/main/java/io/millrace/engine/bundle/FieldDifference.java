package io.millrace.engine.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A field that differs between two definitions.
 *
 * @param before missing if the field is new
 * @param after missing if the field is gone
 */
public record FieldDifference(String field, JsonNode before, JsonNode after) {
  private static final int MOST = 100;

  /** Two trees, and the same two as they are shown. */
  private record Sides(JsonNode before, JsonNode after, JsonNode shownBefore, JsonNode shownAfter) {
    Sides field(String name) {
      return new Sides(
          before.path(name), after.path(name), shownBefore.path(name), shownAfter.path(name));
    }

    Sides item(int index) {
      return new Sides(
          item(before, index),
          item(after, index),
          item(shownBefore, index),
          item(shownAfter, index));
    }

    private static JsonNode item(JsonNode list, int index) {
      JsonNode item = list.get(index);
      return item == null ? MissingNode.getInstance() : item;
    }
  }

  /** The fields that differ, at most 100, with their real values. */
  static List<FieldDifference> of(Definition before, Definition after) {
    return of(before, after, before, after);
  }

  static boolean isNone(@Nullable Definition before, @Nullable Definition after) {
    return before != null && after != null && before.isSameAs(after);
  }

  /** The same fields, with their values as others may see them. */
  static List<FieldDifference> masked(Definition before, Definition after) {
    return of(before, after, DefinitionContents.masked(before), DefinitionContents.masked(after));
  }

  private static List<FieldDifference> of(
      Definition before, Definition after, Definition shownBefore, Definition shownAfter) {
    List<FieldDifference> found = new ArrayList<>();
    add(
        "",
        new Sides(before.content(), after.content(), shownBefore.content(), shownAfter.content()),
        found);
    return found;
  }

  private static void add(String path, Sides sides, List<FieldDifference> found) {
    if (sides.before().equals(sides.after()) || found.size() == MOST) {
      return;
    }
    if (sides.before().isObject() && sides.after().isObject()) {
      Set<String> names = new LinkedHashSet<>();
      sides.before().fieldNames().forEachRemaining(names::add);
      sides.after().fieldNames().forEachRemaining(names::add);
      names.forEach(
          name -> add(path.isEmpty() ? name : path + "." + name, sides.field(name), found));
    } else if (sides.before().isArray() && sides.after().isArray()) {
      int items = Math.max(sides.before().size(), sides.after().size());
      for (int i = 0; i < items; i++) {
        add(path + "[" + i + "]", sides.item(i), found);
      }
    } else {
      found.add(new FieldDifference(path, sides.shownBefore(), sides.shownAfter()));
    }
  }
}
