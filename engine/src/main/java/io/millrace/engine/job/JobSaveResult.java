package io.millrace.engine.job;

import io.millrace.engine.credential.CredentialWarning;
import io.millrace.engine.input.FieldError;
import java.util.List;

/**
 * What became of a job that was to be saved or deleted.
 *
 * @param job as it is kept, or was until it was deleted; null if there is none, or it was refused
 * @param uses which other jobs wait for what would be gone, if that is why it was refused
 */
public record JobSaveResult(Result result, SavedJob job, List<FieldError> uses) {

  /** All but the last two are good. */
  public enum Result {
    CREATED,
    REPLACED,
    UNCHANGED,
    DELETED,
    /** There is no such job. */
    UNKNOWN,
    /** Another job waits for what would be gone. */
    IN_USE
  }

  /** What the author of a job that was saved is told about the credentials in it. */
  public List<CredentialWarning> warnings() {
    return JobReader.readStored(job).warnings();
  }

  static JobSaveResult of(Result result, SavedJob job) {
    return new JobSaveResult(result, job, List.of());
  }

  static JobSaveResult inUse(List<FieldError> uses) {
    return new JobSaveResult(Result.IN_USE, null, uses);
  }
}
