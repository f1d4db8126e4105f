package io.millrace.engine.job;

import io.millrace.engine.credential.CredentialWarning;
import io.millrace.engine.input.FieldError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of saving or deleting a job.
 *
 * @param job as stored, or as it was before it was deleted; absent if there is none or it was
 *     refused
 * @param uses the references of other jobs that would break, if that is why it was refused
 */
public record JobSaveResult(Result result, @Nullable SavedJob job, List<FieldError> uses) {

  /** All but the last two are successes. */
  public enum Result {
    CREATED,
    REPLACED,
    UNCHANGED,
    DELETED,
    /** There is no such job. */
    UNKNOWN,
    /** Another job refers to a part that would be gone. */
    IN_USE
  }

  /** The warnings about credentials in the saved job. */
  public List<CredentialWarning> warnings() {
    return job == null ? List.of() : JobReader.readStored(job).warnings();
  }

  static JobSaveResult of(Result result, @Nullable SavedJob job) {
    return new JobSaveResult(result, job, List.of());
  }

  static JobSaveResult inUse(List<FieldError> uses) {
    return new JobSaveResult(Result.IN_USE, null, uses);
  }
}
