package io.millrace.engine.job;

import io.millrace.engine.input.FieldErrors;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job that was read and is to be saved. Errors are collected, not thrown: the check against other
 * jobs may find more, and the author gets all of them at once.
 *
 * @param id {@link #NO_ID} if it is invalid
 * @param paused absent if the document does not say
 * @param definition the document as JSON
 * @param errors the errors so far; if there are any, invalid parts are missing here
 */
public record JobDraft(
    UUID id,
    JobLinks links,
    @Nullable Boolean paused,
    String definition,
    JobDocument document,
    FieldErrors errors) {
  public static final UUID NO_ID = new UUID(0, 0);

  public JobDraft withText(String text) {
    return new JobDraft(
        id, links, paused, definition, new JobDocument(text, document.mediaType()), errors);
  }

  /** Its parts are empty where the document has no valid ones. */
  public JobName jobName() {
    return links.name();
  }
}
