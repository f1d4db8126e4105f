package io.millrace.engine.freshness;

import io.millrace.engine.task.Owner;
import io.millrace.engine.task.Owner.UserSiteOwner;
import java.util.Locale;

/**
 * What a promise is about.
 *
 * @param owner its name in the due index and the history; of a job's step {@link Owner#stepOf}
 * @param client empty if it has none
 * @param source its site or source, or {@code project/name} of its job
 */
public record FreshSubject(String owner, SubjectKind kind, String client, String source) {

  /** The kinds, each with the name under which its objects are counted. */
  public enum SubjectKind {
    USER_SITE("site"),
    COLLECTION("source"),
    JOB("job");

    private final String dimension;

    SubjectKind(String dimension) {
      this.dimension = dimension;
    }

    public String dimension() {
      return dimension;
    }

    /** The word in the API and the tables, such as {@code user-site}. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static SubjectKind of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
  }

  /** The user-site's id, the collection or the step. */
  public String name() {
    return owner.startsWith(Owner.STEP_PREFIX)
        ? owner.substring(owner.indexOf('/') + 1)
        : UserSiteOwner.parse(owner).collection();
  }

  /** The source of its tasks. */
  String taskSource() {
    return kind == SubjectKind.JOB ? source.replace('/', '.') : source;
  }
}
