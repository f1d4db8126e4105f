package io.millrace.engine.job;

import io.millrace.engine.input.FieldErrors;
import java.util.UUID;

/**
 * A job that was read and is to be saved. What is wrong with it is not thrown yet: beside the
 * others, more may be found, and all of it is to be said at once.
 *
 * @param id null if it was refused
 * @param paused null if the document leaves it as it is
 * @param definition the document as JSON
 * @param errors what is wrong with it so far; if anything is, the rest is what could be read
 */
public record JobDraft(
    UUID id,
    JobLinks links,
    Boolean paused,
    String definition,
    JobDocument document,
    FieldErrors errors) {}
