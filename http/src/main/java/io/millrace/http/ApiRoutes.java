package io.millrace.http;

import akka.actor.typed.ActorSystem;
import akka.http.javadsl.model.HttpCharset;
import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCode;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.RejectionHandler;
import akka.http.javadsl.server.Route;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.engine.node.Engine;
import io.millrace.http.access.AccessGate;
import io.millrace.http.access.AccessTokenKeeper;
import io.millrace.http.access.AccessTokenRoutes;
import io.millrace.http.definitions.DefinitionRoutes;
import io.millrace.http.definitions.WebhookRoutes;
import io.millrace.http.directory.DirectoryRoutes;
import io.millrace.http.directory.FlywheelRoutes;
import io.millrace.http.directory.ImportRoutes;
import io.millrace.http.directory.SourceRoutes;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.EndpointMatch;
import io.millrace.http.endpoint.EndpointRouter;
import io.millrace.http.endpoint.Endpoints;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.Refusals;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.endpoint.RequestKind;
import io.millrace.http.endpoint.SafeHeaders;
import io.millrace.http.flow.ChannelRoutes;
import io.millrace.http.flow.FlowRoutes;
import io.millrace.http.freshness.FreshnessRoutes;
import io.millrace.http.jobs.JobRoutes;
import io.millrace.http.jobs.ProjectRoutes;
import io.millrace.http.jobs.ProjectValueRoutes;
import io.millrace.http.jobs.ScheduleRoutes;
import io.millrace.http.page.EventStreams;
import io.millrace.http.page.NotificationRoutes;
import io.millrace.http.page.PageRoutes;
import io.millrace.http.page.SessionRoutes;
import io.millrace.http.page.WatchRoutes;
import io.millrace.http.server.BodyReader;
import io.millrace.http.server.CallerShares;
import io.millrace.http.server.FaultTranslator;
import io.millrace.http.server.HealthRoutes;
import io.millrace.http.server.HttpLimits;
import io.millrace.http.server.LongPolls;
import io.millrace.http.server.NulTextCheck;
import io.millrace.http.server.StreamPlaces;
import io.millrace.http.simulations.SimulationRoutes;
import io.millrace.http.tasks.BulkRoutes;
import io.millrace.http.tasks.HistoryRoutes;
import io.millrace.http.tasks.LogRoutes;
import io.millrace.http.tasks.LogStreams;
import io.millrace.http.tasks.SynchronousBulkCalls;
import io.millrace.http.tasks.TaskRoutes;
import io.millrace.http.workers.ReportRoutes;
import io.millrace.http.workers.WorkerRoutes;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** All routes, and what they have in common: access, bounds, and errors as problems. */
final class ApiRoutes extends AllDirectives {
  static final List<EndpointHandler<ApiRoutes>> ENDPOINTS =
      Stream.of(
              within(HealthRoutes.ENDPOINTS, api -> api.health),
              within(TaskRoutes.ENDPOINTS, api -> api.tasks),
              within(SourceRoutes.ENDPOINTS, api -> api.sources),
              within(NotificationRoutes.ENDPOINTS, api -> api.notifications),
              within(WebhookRoutes.ENDPOINTS, api -> api.webhooks),
              within(DirectoryRoutes.ENDPOINTS, api -> api.directory),
              within(DefinitionRoutes.ENDPOINTS, api -> api.definitions),
              within(FlywheelRoutes.ENDPOINTS, api -> api.flywheel),
              within(ImportRoutes.ENDPOINTS, api -> api.imports),
              within(SimulationRoutes.ENDPOINTS, api -> api.simulations),
              within(JobRoutes.ENDPOINTS, api -> api.jobs),
              within(ProjectRoutes.ENDPOINTS, api -> api.projects),
              within(ScheduleRoutes.ENDPOINTS, api -> api.schedules),
              within(FlowRoutes.ENDPOINTS, api -> api.flow),
              within(AccessTokenRoutes.ENDPOINTS, api -> api.tokens),
              within(ChannelRoutes.ENDPOINTS, api -> api.channels),
              within(WorkerRoutes.ENDPOINTS, api -> api.workers),
              within(ReportRoutes.ENDPOINTS, api -> api.reports),
              within(PageRoutes.ENDPOINTS, api -> api.page),
              within(SessionRoutes.ENDPOINTS, api -> api.session),
              within(WatchRoutes.ENDPOINTS, api -> api.watch),
              within(FreshnessRoutes.ENDPOINTS, api -> api.freshness),
              within(HistoryRoutes.ENDPOINTS, api -> api.history),
              within(BulkRoutes.ENDPOINTS, api -> api.bulk),
              within(ProjectValueRoutes.ENDPOINTS, api -> api.projectValues))
          .flatMap(stream -> stream)
          .toList();

  private static <R> Stream<EndpointHandler<ApiRoutes>> within(
      List<EndpointHandler<R>> declared, Function<ApiRoutes, R> routes) {
    return declared.stream().map(it -> it.within(routes));
  }

  private final AccessGate access;
  private final HealthRoutes health;
  private final TaskRoutes tasks;
  private final SourceRoutes sources;
  private final NotificationRoutes notifications;
  private final WebhookRoutes webhooks;
  private final DirectoryRoutes directory;
  private final DefinitionRoutes definitions;
  private final FlywheelRoutes flywheel;
  private final ImportRoutes imports;
  private final SimulationRoutes simulations;
  private final JobRoutes jobs;
  private final ProjectRoutes projects;
  private final ScheduleRoutes schedules;
  private final FlowRoutes flow;
  private final AccessTokenRoutes tokens;
  private final ChannelRoutes channels;
  private final WorkerRoutes workers;
  private final ReportRoutes reports;
  private final PageRoutes page = new PageRoutes();
  private final SessionRoutes session;
  private final WatchRoutes watch;
  private final FreshnessRoutes freshness;
  private final HistoryRoutes history;
  private final BulkRoutes bulk;
  private final ProjectValueRoutes projectValues;
  private final NulTextCheck nulCheck = new NulTextCheck();
  private final BodyReader bodies;
  private final EndpointRouter router = new EndpointRouter(ENDPOINTS, this);

  ApiRoutes(
      ActorSystem<?> system,
      Engine engine,
      AccessTokenKeeper known,
      PrometheusMeterRegistry meters,
      HttpLimits limits,
      LongPolls longPolls,
      Refusals refusals,
      Clock clock) {
    RequestIntake intake = new RequestIntake(limits.inFlight(), RequestKind.REQUEST, refusals);
    RequestIntake reported = new RequestIntake(limits.reports(), RequestKind.REPORT, refusals);
    CallerShares shares = new CallerShares(limits, refusals);
    this.bodies = new BodyReader(system, limits, shares, refusals);
    this.access = new AccessGate(known, shares, limits.wrongTokens(), refusals, meters);
    this.health = new HealthRoutes(system, engine, meters);
    LogStreams streams = new LogStreams(system, engine.tasks());
    StreamPlaces logPlaces =
        new StreamPlaces(system, limits.logStreams(), limits.tokenShare(), "log-streams", refusals);
    StreamPlaces eventPlaces =
        new StreamPlaces(
            system, limits.eventStreams(), limits.tokenShare(), "event-streams", refusals);
    this.tasks =
        new TaskRoutes(engine, intake, new LogRoutes(engine.tasks(), intake, streams, logPlaces));
    this.sources = new SourceRoutes(engine, intake, clock);
    this.notifications = new NotificationRoutes(engine, intake);
    this.webhooks = new WebhookRoutes(engine, intake);
    this.directory = new DirectoryRoutes(engine, intake, clock);
    this.definitions = new DefinitionRoutes(engine, intake);
    this.flywheel = new FlywheelRoutes(engine, intake);
    this.simulations = new SimulationRoutes(engine, intake);
    this.jobs = new JobRoutes(engine, intake);
    this.projects = new ProjectRoutes(engine.jobs().jobService(), intake);
    this.schedules = new ScheduleRoutes(engine.jobs().jobService());
    this.flow = new FlowRoutes(engine, intake, clock);
    this.imports = new ImportRoutes(engine.refreshes().directory(), intake);
    this.tokens = new AccessTokenRoutes(known, intake, clock);
    this.channels = new ChannelRoutes(engine, reported, longPolls);
    this.workers = new WorkerRoutes(engine, known.workerIds(), intake, reported, longPolls);
    this.reports = new ReportRoutes(engine, known.workerIds(), reported, clock);
    this.session = new SessionRoutes(system, engine, intake, clock);
    EventStreams events = new EventStreams(system, engine.overview());
    this.watch = new WatchRoutes(engine, intake, events, eventPlaces, clock);
    this.history = new HistoryRoutes(engine, new SynchronousBulkCalls(engine), intake, clock);
    this.bulk = new BulkRoutes(engine.bulk(), engine.tasks(), intake, clock);
    this.freshness = new FreshnessRoutes(engine.freshness(), intake, clock);
    this.projectValues = new ProjectValueRoutes(engine, intake);
  }

  /** Answers are JSON in UTF-8 whatever charset is asked for, and some that are break Akka. */
  Route routes() {
    return mapRequest(
        request -> request.removeHeader("Accept-Charset"),
        () ->
            handleExceptions(
                FaultTranslator.handler(),
                () ->
                    handleRejections(
                        rejections(),
                        () ->
                            withRequestTimeoutResponse(
                                late -> SafeHeaders.addTo(timeoutAnswer()),
                                () ->
                                    extractRequest(
                                        request -> answer(EndpointMatch.of(request)))))));
  }

  /** Only an endpoint that is declared as open goes past the gate, and the files of the page. */
  private Route answer(EndpointMatch match) {
    return match.isOpen()
        ? router.answer(match)
        : concat(
            page.files(),
            access.requireAccess(
                () -> nulCheck.refuseNul(() -> withKnownCharset(() -> answerAllowed(match)))));
  }

  private Route answerAllowed(EndpointMatch match) {
    return match.isStreamed() ? router.answer(match) : bodies.withWholeBody(router.answer(match));
  }

  Endpoints endpoints() {
    return router.endpoints();
  }

  private static HttpResponse timeoutAnswer() {
    return Problem.overloaded("The answer was not ready in time; try again").response();
  }

  /** Call it about once a second. */
  void abortSlowBodies() {
    bodies.abortSlowBodies();
  }

  /** A body in letters that nobody knows is not guessed at. */
  private Route withKnownCharset(Supplier<Route> inner) {
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
    // Akka's own text, unless it is meant for developers of the server.
    return said.isEmpty() || said.contains("Exception") || said.contains("akka.")
        ? response.status().defaultMessage()
        : said;
  }
}
