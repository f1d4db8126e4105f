package io.millrace.http;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpCharset;
import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCode;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.ExceptionHandler;
import akka.http.javadsl.server.RejectionHandler;
import akka.http.javadsl.server.Route;
import akka.http.scaladsl.model.EntityStreamException;
import akka.http.scaladsl.model.EntityStreamSizeException;
import akka.http.scaladsl.model.IllegalRequestException;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.engine.directory.ImportStoppedException;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.node.Engine;
import io.millrace.engine.project.VaultException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All routes, and what they have in common: access, bounds, and errors as problems. */
final class Api extends AllDirectives {
  private static final Logger LOG = LoggerFactory.getLogger(Api.class);

  /** The longest bodies, by the first word of the path. */
  private static final Map<String, Long> MOST_BYTES =
      Map.of(
          "sources", SourceRoutes.MOST_BYTES,
          "flow-control", FlowRoutes.MOST_BYTES,
          "projects", ProjectValueRoutes.MOST_BYTES,
          "tokens", TokenRoutes.MOST_BYTES);

  private static final long MOST_BYTES_ELSEWHERE = 1024 * 1024;

  private final Access access;
  private final HealthRoutes health;
  private final TaskRoutes tasks;
  private final SourceRoutes sources;
  private final NotificationRoutes notifications;
  private final DirectoryRoutes directory;
  private final FlywheelRoutes flywheel;
  private final ImportRoutes imports;
  private final JobRoutes jobs;
  private final ProjectRoutes projects;
  private final ScheduleRoutes schedules;
  private final FlowRoutes flow;
  private final TokenRoutes tokens;
  private final ChannelRoutes channels;
  private final WorkerRoutes workers;
  private final ReportRoutes reports;
  private final PageRoutes page = new PageRoutes();
  private final SessionRoutes session;
  private final WatchRoutes watch;
  private final HistoryRoutes history;
  private final ProjectValueRoutes projectValues;

  Api(
      ActorSystem<?> system,
      Engine engine,
      AccessTokens known,
      PrometheusMeterRegistry meters,
      int inFlight,
      LongPolls longPolls,
      int logStreams,
      int eventStreams,
      Clock clock) {
    Intake intake = new Intake(inFlight, meters);
    this.access = new Access(known);
    this.health = new HealthRoutes(system, engine, meters);
    LogStreams streams = new LogStreams(system, engine.tasks(), logStreams);
    this.tasks = new TaskRoutes(engine, intake, new LogRoutes(engine.tasks(), intake, streams));
    this.sources = new SourceRoutes(engine, intake);
    this.notifications = new NotificationRoutes(engine, intake);
    this.directory = new DirectoryRoutes(engine, intake, clock);
    this.flywheel = new FlywheelRoutes(engine, intake);
    this.jobs = new JobRoutes(engine.jobs(), intake);
    this.projects = new ProjectRoutes(engine.jobs().directory(), intake);
    this.schedules = new ScheduleRoutes(engine.jobs().directory());
    this.flow = new FlowRoutes(engine, intake, clock);
    this.imports = new ImportRoutes(engine.refreshes().directory(), intake);
    this.tokens = new TokenRoutes(known, intake, clock);
    this.channels = new ChannelRoutes(engine.external(), intake, longPolls);
    this.workers = new WorkerRoutes(engine, intake, longPolls);
    this.reports = new ReportRoutes(engine, intake, clock);
    this.session = new SessionRoutes(system, engine, intake, clock);
    EventStreams events = new EventStreams(system, engine.watch(), eventStreams);
    this.watch = new WatchRoutes(engine, intake, events, clock);
    this.history = new HistoryRoutes(engine.tasks(), new BulkWork(engine), intake, clock);
    this.projectValues = new ProjectValueRoutes(engine, intake);
  }

  /** Answers are JSON in UTF-8 whatever charset is asked for, and some that are break Akka. */
  Route routes() {
    return mapRequest(
        request -> request.removeHeader("Accept-Charset"),
        () ->
            handleExceptions(
                faults(),
                () ->
                    handleRejections(
                        rejections(),
                        () ->
                            concat(
                                health.routes(),
                                page.routes(),
                                access.required(() -> readable(this::all))))));
  }

  private Route all() {
    return concat(
        imports.routes(),
        bounded(
            concat(
                session.routes(),
                watch.routes(),
                history.routes(),
                flywheel.routes(),
                directory.routes(),
                sources.routes(),
                jobs.routes(),
                projects.routes(),
                projectValues.routes(),
                schedules.routes(),
                notifications.routes(),
                flow.routes(),
                channels.routes(),
                tokens.routes(),
                workers.routes(),
                reports.routes(),
                tasks.routes())));
  }

  /** A body in letters that nobody knows is not guessed at. */
  private Route readable(Supplier<Route> inner) {
    return extractRequestEntity(
        entity ->
            entity
                .getContentType()
                .getCharsetOption()
                .map(HttpCharset::value)
                .filter(charset -> !isSupported(charset))
                .map(charset -> complete(unsupported(charset)))
                .orElseGet(inner));
  }

  private static boolean isSupported(String charset) {
    try {
      return Charset.isSupported(charset);
    } catch (IllegalCharsetNameException wrong) {
      return false;
    }
  }

  private static HttpResponse unsupported(String charset) {
    return Problem.of(
            StatusCodes.UNSUPPORTED_MEDIA_TYPE,
            "unsupported-media-type",
            "The charset '" + charset + "' is not known; send UTF-8")
        .response();
  }

  /** A body that says itself to be too long is refused before any of it is read. */
  private Route bounded(Route inner) {
    return extractRequest(
        request -> {
          Iterator<String> path = request.getUri().pathSegments().iterator();
          long limit =
              MOST_BYTES.getOrDefault(path.hasNext() ? path.next() : "", MOST_BYTES_ELSEWHERE);
          return request.entity().getContentLengthOption().orElse(0) > limit
              ? complete(tooLarge(limit))
              : withSizeLimit(limit, () -> inner);
        });
  }

  private static HttpResponse tooLarge(long limit) {
    return Problem.of(
            StatusCodes.CONTENT_TOO_LARGE,
            "content-too-large",
            "The body is too long: at most " + limit + " bytes are taken here")
        .response();
  }

  private RejectionHandler rejections() {
    return RejectionHandler.defaultHandler()
        .mapRejectionResponse(
            response -> {
              StatusCode status = response.status();
              return Problem.of(status, Problem.type(status), detail(response)).response();
            });
  }

  private static String detail(HttpResponse response) {
    String said =
        response.entity() instanceof HttpEntity.Strict strict ? strict.getData().utf8String() : "";
    // Akka's own words, unless they are for whoever wrote the server.
    return said.isEmpty() || said.contains("Exception") || said.contains("akka.")
        ? response.status().defaultMessage()
        : said;
  }

  private ExceptionHandler faults() {
    return ExceptionHandler.newBuilder().matchAny(fault -> complete(problem(fault))).build();
  }

  static HttpResponse problem(Throwable fault) {
    if (fault instanceof CompletionException && fault.getCause() != null) {
      return problem(fault.getCause());
    }
    if (fault instanceof InvalidInputException refused) {
      return Problem.invalid(refused).response();
    }
    if (fault instanceof EntityStreamSizeException large) {
      return tooLarge(large.limit());
    }
    if (fault instanceof IllegalRequestException illegal) {
      return Problem.of(StatusCodes.BAD_REQUEST, "bad-request", illegal.getMessage()).response();
    }
    if (fault instanceof EntityStreamException) {
      return Problem.of(StatusCodes.BAD_REQUEST, "bad-request", "The body ended too early")
          .response();
    }
    if (fault instanceof ImportStoppedException stopped) {
      LOG.warn(stopped.getMessage());
      return ImportRoutes.stopped(stopped).response();
    }
    if (fault instanceof VaultException locked) {
      LOG.warn(locked.getMessage());
      return Problem.of(StatusCodes.SERVICE_UNAVAILABLE, "secret-key", locked.getMessage())
          .response();
    }
    if (fault instanceof TimeoutException) {
      return Problem.overloaded("The owner did not answer in time; try again").response();
    }
    if (fault instanceof SQLException) {
      LOG.warn("The database did not answer a request: {}", fault.toString());
      return Problem.overloaded("The database does not answer; try again").response();
    }
    LOG.error("A request failed in a way that should not be", fault);
    return Problem.of(
            StatusCodes.INTERNAL_SERVER_ERROR, "internal-error", "Something broke; see the log")
        .response();
  }
}
