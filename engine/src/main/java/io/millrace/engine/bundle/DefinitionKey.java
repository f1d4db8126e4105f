package io.millrace.engine.bundle;

import java.util.Comparator;
import java.util.Locale;

/** Names a definition among all of them. */
public record DefinitionKey(Kind kind, String id) implements Comparable<DefinitionKey> {
  private static final Comparator<DefinitionKey> ORDER =
      Comparator.comparing(DefinitionKey::kind).thenComparing(DefinitionKey::id);

  /** The kinds of definitions, in the order in which they are written. */
  public enum Kind {
    CLIENT("clients"),
    POOL("pools"),
    SITE("sites"),
    COLLECTION("sources"),
    JOB("jobs"),
    WEBHOOK("webhooks");

    private final String field;

    Kind(String field) {
      this.field = field;
    }

    /** The field of a document that has definitions of this kind. */
    public String field() {
      return field;
    }

    /** The word for one of them, such as {@code site}. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public int compareTo(DefinitionKey other) {
    return ORDER.compare(this, other);
  }

  /** Such as {@code site 'bank'}. */
  @Override
  public String toString() {
    return kind.text() + " '" + id + "'";
  }
}
