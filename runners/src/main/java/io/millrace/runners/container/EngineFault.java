package io.millrace.runners.container;

import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import io.millrace.engine.task.FailureKind;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.worker.OutcomeText;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in an outcome what an engine could not do, and whether a retry may help. */
final class EngineFault {
  /** What registries say of an image that they do not have, or do not give to us. */
  private static final List<String> NO_SUCH_IMAGE =
      List.of(
          "no such image",
          "manifest unknown",
          "name unknown",
          "not found",
          "access denied",
          "access to the resource is denied",
          "does not exist",
          "unauthorized",
          "authentication required",
          "invalid reference",
          "short-name");

  private static final List<String> NO_SUCH_PROGRAM =
      List.of(
          "executable file not found",
          "command that was not found",
          "exec format error",
          "no such file or directory: unknown");

  /** Podman says these with the status of a fault of its own. */
  private static final List<String> WRONG_DEFINITION =
      List.of("invalid reference format", "no command or entrypoint", "no such volume");

  private static final Pattern MESSAGE =
      Pattern.compile("\"message\":\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

  private EngineFault() {}

  /** Whether the engine was not there, rather than saying no. */
  static boolean isAway(Throwable fault) {
    for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException || cause instanceof TimeoutException) {
        return true;
      }
    }
    return false;
  }

  static Outcome away(String address, Throwable fault) {
    return Outcome.error(
            "The container engine at " + address + " cannot be reached: " + brief(fault))
        .because(FailureKind.NO_ENGINE);
  }

  static Outcome noEngine() {
    return Outcome.error(
            "There is no container engine: set millrace.worker.container.host, or start Docker or"
                + " Podman on this node's machine")
        .because(FailureKind.NO_ENGINE);
  }

  /** An image that nobody has cannot be had later either; a registry may be back soon. */
  static Outcome noImage(String image, Throwable fault) {
    String why = brief(fault);
    String message = "The image " + image + " cannot be had: " + why;
    return (has(NO_SUCH_IMAGE, why) ? Outcome.rejected(message) : Outcome.error(message))
        .because(FailureKind.NO_IMAGE);
  }

  /** The engine ended the fetch without a word, such as one that was stopped meanwhile. */
  static Outcome brokenPull(String image) {
    return Outcome.error("The image " + image + " cannot be had: the engine did not finish")
        .because(FailureKind.NO_IMAGE);
  }

  /** The engine said no. It means the definition, unless it is a fault of its own. */
  static Outcome refused(DockerException fault) {
    String why = brief(fault);
    if (has(NO_SUCH_PROGRAM, why)) {
      return Outcome.rejected(
              "there is no such program in the image, or it is not executable: " + why)
          .because(FailureKind.MISCONFIGURED);
    }
    boolean definition = fault.getHttpStatus() >= 400 && fault.getHttpStatus() < 500;
    return definition || has(WRONG_DEFINITION, why)
        ? Outcome.rejected("The engine refused the container: " + why)
            .because(FailureKind.MISCONFIGURED)
        : Outcome.error("The engine failed: " + why).because(FailureKind.NO_ENGINE);
  }

  static boolean isNoSuchImage(NotFoundException fault) {
    return brief(fault).toLowerCase(Locale.ROOT).contains("image");
  }

  private static boolean has(List<String> texts, String message) {
    String lower = message.toLowerCase(Locale.ROOT);
    return texts.stream().anyMatch(lower::contains);
  }

  /**
   * The words of the engine, or the text of the innermost cause, for the client wraps each fault
   * several times.
   */
  static String brief(Throwable fault) {
    Matcher message = MESSAGE.matcher(String.valueOf(fault.getMessage()));
    if (fault instanceof DockerException && message.find()) {
      return OutcomeText.brief(message.group(1).replace("\\\"", "\""));
    }
    Throwable inner = fault.getCause();
    return fault instanceof DockerException || inner == null
        ? OutcomeText.brief(fault)
        : brief(inner);
  }
}
