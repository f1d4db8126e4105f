package io.millrace.cli.doctor;

import io.millrace.cli.command.CliSession;
import io.millrace.cli.error.Failure;
import io.millrace.cli.profile.Connection;
import io.millrace.cli.shell.Release;
import io.millrace.client.error.MillraceException;
import io.millrace.client.error.ProblemException;
import io.millrace.client.model.AccessTokenModel.Role;
import io.millrace.client.model.WatchModel.Session;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whether the node can be reached and used at all. Later checks make no sense without it. */
final class ConnectionChecks {
  private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(5);

  private final CliSession cli;
  private final List<DoctorFinding> findings = new ArrayList<>();

  private ConnectionChecks(CliSession cli) {
    this.cli = cli;
  }

  /** Adds what it finds; the answer says whether further checks can ask the node. */
  static boolean look(CliSession cli, List<DoctorFinding> findings) {
    ConnectionChecks checks = new ConnectionChecks(cli);
    boolean usable = checks.address() && checks.readiness() && checks.session();
    findings.addAll(checks.findings);
    return usable;
  }

  private boolean address() {
    Connection connection = cli.connection();
    String where = connection.url() + " (" + connection.urlOrigin() + ")";
    try {
      cli.client().machines().isAlive();
    } catch (MillraceException away) {
      findings.add(DoctorFinding.fail("address", where + ": " + away.getMessage(), next(away)));
      return false;
    }
    findings.add(
        isExposed(connection)
            ? DoctorFinding.warn(
                "address",
                where + " answers, but the access token travels in plain text",
                "Put a proxy with TLS in front, and use https://.")
            : DoctorFinding.ok("address", where + " answers"));
    return true;
  }

  private static boolean isExposed(Connection connection) {
    String host = String.valueOf(URI.create(connection.url()).getHost());
    return connection.url().startsWith("http:")
        && !host.equals("localhost")
        && !host.startsWith("127.")
        && !host.equals("[::1]");
  }

  /** A node that is not ready may answer all the same. */
  private boolean readiness() {
    try {
      cli.client().machines().isReady();
      findings.add(
          DoctorFinding.ok("readiness", "the node is ready, and its database takes writes"));
    } catch (ProblemException notReady) {
      findings.add(
          DoctorFinding.fail(
              "readiness",
              notReady.problem().detail(),
              "The log of the node says more. It checks the database, its disk, the clock and"
                  + " the cluster."));
    } catch (MillraceException away) {
      findings.add(DoctorFinding.fail("readiness", String.valueOf(away.getMessage()), next(away)));
      return false;
    }
    return true;
  }

  private boolean session() {
    String origin = cli.connection().tokenOrigin();
    Instant before = cli.shell().clock().instant();
    Session session;
    try {
      session = cli.client().watch().getSession();
    } catch (MillraceException refused) {
      findings.add(
          DoctorFinding.fail(
              "token", refused.getMessage() + " (token: " + origin + ")", next(refused)));
      return false;
    }
    String role = session.role().name().toLowerCase(Locale.ROOT);
    boolean worker = session.role() == Role.WORKER;
    findings.add(
        worker
            ? DoctorFinding.fail(
                "token",
                "'" + session.name() + "' has the role worker, which sees nothing else",
                "Use an access token of the role viewer, operator or admin.")
            : DoctorFinding.ok(
                "token", "'" + session.name() + "', role " + role + ", from " + origin));
    findings.add(version(session));
    clock(session, before).ifPresent(findings::add);
    return !worker;
  }

  private static DoctorFinding version(Session session) {
    String own = Release.text();
    return own.equals(session.version())
        ? DoctorFinding.ok("version", "the node and this program are " + own)
        : DoctorFinding.warn(
            "version",
            "the node is " + session.version() + ", this program is " + own,
            "Use the program of the same release; fields of another one may be missing.");
  }

  private Optional<DoctorFinding> clock(Session session, Instant before) {
    if (session.time() == null) {
      return Optional.empty();
    }
    Instant after = cli.shell().clock().instant();
    boolean early = session.time().isBefore(before.minus(CLOCK_TOLERANCE));
    boolean late = session.time().isAfter(after.plus(CLOCK_TOLERANCE));
    return Optional.of(
        early || late
            ? DoctorFinding.warn(
                "clock",
                "the node has %s, this machine %s".formatted(session.time(), after),
                "Set the wrong clock right, with NTP.")
            : DoctorFinding.ok("clock", "the node and this machine agree"));
  }

  private static String next(MillraceException fault) {
    return Failure.of(fault).next();
  }
}
