package io.millrace.engine.credential;

import io.millrace.engine.credential.CredentialText.Part;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Follows a reader through a document, and knows what it reads inside of a run. */
final class RunPlace {
  static final String ITEM = "[]";
  static final String ANY = "*";

  /** A mapping or a list that was begun. */
  private static final class Open {
    private final boolean list;

    /** How much of the path to a run leads here; all of it: inside of one. Less than 0: nothing. */
    private final int matched;

    /** The field of a run whose value this is, or whose list it is in; null if there is none. */
    private final String key;

    private String name;
    private String before = "";

    private Open(boolean list, int matched, String key) {
      this.list = list;
      this.matched = matched;
      this.key = key;
    }
  }

  private final List<String> path;
  private final Deque<Open> open = new ArrayDeque<>();

  /**
   * @param path the fields that lead to what a runner is told; {@link #ITEM} for any item of a
   *     list, {@link #ANY} for any field
   */
  RunPlace(List<String> path) {
    this.path = path;
  }

  void begin(boolean list) {
    if (open.isEmpty()) {
      open.push(new Open(list, 0, null));
    } else {
      Open now = open.peek();
      int matched = matched(now);
      open.push(new Open(list, matched, isInside(now.matched) ? key(now) : null));
      ended(now, "");
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
  List<Part> value(String text, boolean number) {
    if (open.isEmpty()) {
      return List.of();
    }
    Open now = open.peek();
    List<Part> parts =
        isInside(now.matched)
            ? CredentialMask.parts(text, number, key(now), now.list ? now.before : null)
            : List.of();
    ended(now, number ? "" : text);
    return parts;
  }

  /** A value that is neither. */
  void other() {
    if (!open.isEmpty()) {
      ended(open.peek(), "");
    }
  }

  private static void ended(Open now, String text) {
    now.name = null;
    now.before = text;
  }

  private boolean isInside(int matched) {
    return matched == path.size();
  }

  private static String key(Open now) {
    return now.list ? now.key : now.name;
  }

  private int matched(Open now) {
    if (now.matched < 0 || isInside(now.matched)) {
      return now.matched;
    }
    String wanted = path.get(now.matched);
    boolean leadsOn =
        now.list ? wanted.equals(ITEM) : wanted.equals(ANY) || wanted.equals(now.name);
    return leadsOn ? now.matched + 1 : -1;
  }
}
