package io.millrace.engine.task;

import io.millrace.engine.credential.Credential;
import io.millrace.engine.credential.CredentialMask;
import io.millrace.engine.input.FieldError;
import java.util.List;

/** The credentials that an author wrote into a run. */
public final class RunCredentials {
  private static final String MASKED =
      "hides a credential; saving it would overwrite the real one. Use ${secret.NAME} with a secret"
          + " of the project, or let an admin save the document with the credential in it";

  private RunCredentials() {}

  /**
   * @param field the path of the run in its document
   */
  public static List<Credential> find(RunSpec run, String field) {
    String at = field + "." + run.kind();
    Object argv = run.config().get(RunSpecReader.ARGV);
    return argv != null && run.config().size() == 1
        ? CredentialMask.find(argv, at)
        : CredentialMask.find(run.config(), at);
  }

  /** One error for each value that is only the mask shown in place of a credential. */
  public static List<FieldError> masked(RunSpec run, String field) {
    return find(run, field).stream()
        .filter(Credential::isMasked)
        .map(found -> new FieldError(found.field(), CredentialMask.SHOWN, MASKED))
        .toList();
  }
}
