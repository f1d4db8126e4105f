package io.millrace.engine.credential;

import io.millrace.engine.credential.CredentialFinder.CredentialPart;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Follows a reader through a document, and knows what it reads inside of a run. */
final class RunTracker {
  static final String ITEM = "[]";
  static final String ANY = "*";

  /** A mapping or a list that was begun. */
  private static final class OpenContainer {
    private final boolean list;

    /** How much of the path to a run leads here; all of it: inside of one. Less than 0: nothing. */
    private final int matched;

    /** The field of a run whose value this is, or whose list it is in; null if there is none. */
    private final String key;

    private String name;
    private String before = "";

    private OpenContainer(boolean list, int matched, String key) {
      this.list = list;
      this.matched = matched;
      this.key = key;
    }
  }

  private final List<String> path;
  private final Deque<OpenContainer> open = new ArrayDeque<>();

  /**
   * @param path the fields that lead to what a runner is told; {@link #ITEM} for any item of a
   *     list, {@link #ANY} for any field
   */
  RunTracker(List<String> path) {
    this.path = path;
  }

  void begin(boolean list) {
    if (open.isEmpty()) {
      open.push(new OpenContainer(list, 0, null));
    } else {
      OpenContainer now = open.peek();
      int matched = matched(now);
      open.push(new OpenContainer(list, matched, isInside(now.matched) ? key(now) : null));
      valueEnded(now, "");
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

  /** The credentials in a text or a number. */
  List<CredentialPart> value(String text, boolean number) {
    if (open.isEmpty()) {
      return List.of();
    }
    OpenContainer now = open.peek();
    List<CredentialPart> parts =
        isInside(now.matched)
            ? CredentialMask.parts(text, number, key(now), now.list ? now.before : null)
            : List.of();
    valueEnded(now, number ? "" : text);
    return parts;
  }

  /** A value that is neither. */
  void otherValue() {
    if (!open.isEmpty()) {
      valueEnded(open.peek(), "");
    }
  }

  private static void valueEnded(OpenContainer now, String text) {
    now.name = null;
    now.before = text;
  }

  private boolean isInside(int matched) {
    return matched == path.size();
  }

  private static String key(OpenContainer now) {
    return now.list ? now.key : now.name;
  }

  private int matched(OpenContainer now) {
    if (now.matched < 0 || isInside(now.matched)) {
      return now.matched;
    }
    String wanted = path.get(now.matched);
    boolean leadsOn =
        now.list ? wanted.equals(ITEM) : wanted.equals(ANY) || wanted.equals(now.name);
    return leadsOn ? now.matched + 1 : -1;
  }
}
