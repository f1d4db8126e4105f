package io.millrace.engine.credential;

import io.millrace.engine.credential.CredentialFinder.CredentialPart;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows a parser through a document, and knows whether it is within a run. */
final class RunTracker {
  static final String ITEM = "[]";
  static final String ANY = "*";

  /** A mapping or list that has begun. */
  private static final class OpenContainer {
    private final boolean list;

    /** How many steps of the path lead here; all of them within a run, -1 if it leads elsewhere. */
    private final int matched;

    /** The field of a run with this value, or with the list that contains it. */
    private final @Nullable String key;

    private @Nullable String name;
    private String before = "";

    private OpenContainer(boolean list, int matched, @Nullable String key) {
      this.list = list;
      this.matched = matched;
      this.key = key;
    }
  }

  private final List<String> path;
  private final Deque<OpenContainer> open = new ArrayDeque<>();

  /**
   * @param path the fields that lead to the config of a runner; {@link #ITEM} for any item of a
   *     list, {@link #ANY} for any field
   */
  RunTracker(List<String> path) {
    this.path = path;
  }

  void begin(boolean list) {
    if (open.isEmpty()) {
      open.push(new OpenContainer(list, 0, null));
    } else {
      OpenContainer container = open.peek();
      int matched = matched(container);
      open.push(
          new OpenContainer(list, matched, isInside(container.matched) ? key(container) : null));
      valueEnded(container, "");
    }
  }

  void end() {
    open.pop();
  }

  /** Whether the next text is the name of a field. */
  boolean isName() {
    return !open.isEmpty() && !open.peek().list && open.peek().name == null;
  }

  void name(String name) {
    open.peek().name = name;
  }

  /** Finds the credentials in a text or a number. */
  List<CredentialPart> value(String text, boolean number) {
    if (open.isEmpty()) {
      return List.of();
    }
    OpenContainer container = open.peek();
    List<CredentialPart> parts =
        isInside(container.matched)
            ? CredentialMask.parts(
                text, number, key(container), container.list ? container.before : null)
            : List.of();
    valueEnded(container, number ? "" : text);
    return parts;
  }

  /** Skips a value that is neither. */
  void otherValue() {
    if (!open.isEmpty()) {
      valueEnded(open.peek(), "");
    }
  }

  private static void valueEnded(OpenContainer container, String text) {
    container.name = null;
    container.before = text;
  }

  private boolean isInside(int matched) {
    return matched == path.size();
  }

  private static @Nullable String key(OpenContainer container) {
    return container.list ? container.key : container.name;
  }

  private int matched(OpenContainer container) {
    if (container.matched < 0 || isInside(container.matched)) {
      return container.matched;
    }
    String expected = path.get(container.matched);
    boolean leadsOn =
        container.list
            ? expected.equals(ITEM)
            : expected.equals(ANY) || expected.equals(container.name);
    return leadsOn ? container.matched + 1 : -1;
  }
}
