package io.millrace.cli.error;

import io.millrace.client.error.BadRequestException;
import io.millrace.client.error.ForbiddenException;
import io.millrace.client.error.MillraceException;
import io.millrace.client.error.NotFoundException;
import io.millrace.client.error.ProblemDetails.FieldProblem;
import io.millrace.client.error.ProblemException;
import io.millrace.client.error.UnauthorizedException;
import io.millrace.client.error.UnavailableException;
import io.millrace.client.error.UnreachableException;
import io.millrace.client.error.UnreadableAnswerException;
import io.millrace.client.error.VersionChangedException;
import java.util.List;
import java.util.stream.Collectors;

/** How a fault ends the program: this is the one place that turns faults into exit codes. */
public record Failure(ExitCode exitCode, String message, String next) {

  public static Failure of(Throwable fault) {
    if (fault instanceof CommandException own) {
      return new Failure(own.exitCode(), String.valueOf(own.getMessage()), own.next());
    }
    if (fault instanceof MillraceException answer) {
      return ofAnswer(answer);
    }
    String said = fault.getMessage() == null ? "" : ": " + fault.getMessage();
    return new Failure(
        ExitCode.FAILED,
        "millrace has a fault of its own: " + fault.getClass().getSimpleName() + said,
        "Set MILLRACE_DEBUG=1 to see where, and report it.");
  }

  private static Failure ofAnswer(MillraceException fault) {
    if (fault instanceof UnreachableException) {
      return new Failure(
          ExitCode.UNREACHABLE,
          text(fault),
          "Is the node running? Start one with 'millrace serve', or name another with --url,"
              + " MILLRACE_URL or a profile. 'millrace doctor' looks further.");
    }
    if (fault instanceof UnreadableAnswerException) {
      return new Failure(
          ExitCode.UNREACHABLE,
          text(fault),
          "Something else than Millrace seems to answer there: check --url, MILLRACE_URL or the"
              + " profile.");
    }
    return fault instanceof ProblemException problem
        ? ofProblem(problem)
        : new Failure(ExitCode.FAILED, text(fault), "");
  }

  private static Failure ofProblem(ProblemException fault) {
    String detail = detail(fault);
    if (fault instanceof UnauthorizedException) {
      return new Failure(
          ExitCode.REFUSED,
          "The access token is missing or not valid: " + detail,
          "Give one with --token-file, MILLRACE_TOKEN or a profile. 'millrace doctor' says which"
              + " one was used.");
    }
    if (fault instanceof ForbiddenException) {
      return new Failure(
          ExitCode.REFUSED,
          detail,
          "Use an access token of a role that may: an admin creates one with 'millrace tokens"
              + " create'.");
    }
    if (fault instanceof NotFoundException) {
      return new Failure(
          ExitCode.NOT_FOUND, detail, "'millrace get' lists what there is; see 'millrace get -h'.");
    }
    if (fault instanceof UnavailableException busy) {
      String when =
          busy.retryAfter() == null ? "later" : "in " + busy.retryAfter().toSeconds() + " s";
      return new Failure(ExitCode.UNREACHABLE, detail, "Try again " + when + ".");
    }
    if (fault instanceof VersionChangedException) {
      return new Failure(
          ExitCode.REFUSED, detail, "Somebody else changed it: look again with 'millrace diff'.");
    }
    if (fault.status() >= 500) {
      return new Failure(
          ExitCode.FAILED, fault.status() + ": " + detail, "The log of the node says more.");
    }
    String next =
        fault instanceof BadRequestException
            ? "Correct it, and try again."
            : "'millrace explain' says what blocks it.";
    return new Failure(ExitCode.REFUSED, detail, fault.status() == 409 ? next : bad(fault, next));
  }

  private static String bad(ProblemException fault, String next) {
    return fault instanceof BadRequestException ? next : "";
  }

  /** All wrong fields, one a line. */
  private static String detail(ProblemException fault) {
    List<FieldProblem> errors = fault.problem().errors();
    if (errors.size() < 2 && errors.stream().noneMatch(error -> error.file() != null)) {
      return fault.problem().detail().isEmpty()
          ? fault.status() + " " + fault.problem().title()
          : fault.problem().detail();
    }
    return errors.stream()
        .map(error -> place(error) + error.field() + " = " + error.value() + ": " + error.reason())
        .collect(Collectors.joining("\n  ", "The server refused these:\n  ", ""));
  }

  private static String place(FieldProblem error) {
    return error.file() == null ? "" : error.file() + ":" + error.line() + ": ";
  }

  private static String text(Throwable fault) {
    return String.valueOf(fault.getMessage());
  }
}
