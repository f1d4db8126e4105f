package io.millrace.http.directory;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.StatusCodes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import io.millrace.engine.directory.DirectoryService;
import io.millrace.engine.directory.EntryTables;
import io.millrace.engine.directory.UserSiteEntry;
import io.millrace.engine.dispatch.TaskService;
import io.millrace.engine.flywheel.PlanService;
import io.millrace.engine.node.Engine;
import io.millrace.engine.refresh.UserSiteCommand.RefreshReply;
import io.millrace.engine.source.CollectionId;
import io.millrace.engine.task.TaskReason;
import io.millrace.http.endpoint.Endpoint;
import io.millrace.http.endpoint.EndpointHandler;
import io.millrace.http.endpoint.Json;
import io.millrace.http.endpoint.Problem;
import io.millrace.http.endpoint.QueryParameters;
import io.millrace.http.endpoint.RequestIntake;
import io.millrace.http.tasks.RefreshAnswer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The daily plan: make it, run its minutes, force a user, look at it. */
public final class FlywheelRoutes extends AllDirectives {
  public static final List<EndpointHandler<FlywheelRoutes>> ENDPOINTS =
      List.of(
          Endpoint.post("/batch/schedule-user-refreshes").to(FlywheelRoutes::plan),
          Endpoint.get("/flywheel/plan").to(FlywheelRoutes::day),
          Endpoint.post("/flywheel/internal").orSlash().to(FlywheelRoutes::tick),
          Endpoint.post("/flywheel/internal/users/{id}")
              .to((FlywheelRoutes routes, String user) -> routes.force(user)),
          Endpoint.get("/users/{id}/plan").to(FlywheelRoutes::userPlan));

  /** How many user-sites are forced at once. */
  private static final int PAGE = 1_000;

  private final PlanService plans;
  private final DirectoryService directory;
  private final TaskService tasks;
  private final RequestIntake intake;

  public FlywheelRoutes(Engine engine, RequestIntake intake) {
    this.plans = engine.refreshes().plans();
    this.directory = engine.refreshes().directory();
    this.tasks = engine.tasks();
    this.intake = intake;
  }

  /** A past day cannot be planned, and a plan of a distant day would be out of date. */
  private Route plan() {
    return withoutRequestTimeout(
        () ->
            withDate(
                date -> {
                  LocalDate today = plans.today();
                  if (date.isBefore(today) || date.isAfter(today.plusDays(1))) {
                    return answer(
                        () ->
                            done(
                                Problem.field(
                                        "date", date.toString(), "must be today or tomorrow, UTC")
                                    .response()));
                  }
                  return answer(() -> plans.plan(date).thenApply(PlanJson::planned));
                }));
  }

  private Route tick() {
    return answer(
        () ->
            plans
                .tick()
                .thenApply(
                    enabled -> Json.response(StatusCodes.ACCEPTED, Map.of("enabled", enabled))));
  }

  private Route day() {
    return withDate(
        date ->
            answer(
                () ->
                    plans
                        .day(date)
                        .thenApply(
                            day ->
                                day.map(found -> Json.ok(PlanJson.day(found)))
                                    .orElseGet(
                                        () ->
                                            Problem.notFound("plan", date.toString())
                                                .response()))));
  }

  private Route userPlan(String user) {
    return withDate(
        date ->
            answer(
                () ->
                    plans
                        .plan(user, date)
                        .thenCombine(
                            plans.outlook(user),
                            (plan, outlook) ->
                                plan.map(it -> Json.ok(PlanJson.user(user, date, it, outlook)))
                                    .orElseGet(() -> Problem.notFound("user", user).response()))));
  }

  /** A person wants one user refreshed now: time and status do not matter, the blacklist does. */
  private Route force(String user) {
    return withUser(
        user,
        () ->
            force(user, null, new ArrayList<>())
                .thenApply(
                    all ->
                        Json.response(
                            StatusCodes.ACCEPTED, Map.of("user", user, "user_sites", all))));
  }

  /** Forces one page of user-sites after the other. */
  private CompletionStage<List<Map<String, Object>>> force(
      String user, @Nullable String after, List<Map<String, Object>> all) {
    return directory
        .list(EntryTables.USER_SITES, Map.of("user", user), after, PAGE)
        .thenCompose(
            page ->
                force(page)
                    .thenCompose(
                        answers -> {
                          all.addAll(answers);
                          return page.size() < PAGE
                              ? CompletableFuture.completedFuture(all)
                              : force(user, page.get(PAGE - 1).id(), all);
                        }));
  }

  private CompletionStage<List<Map<String, Object>>> force(List<UserSiteEntry> page) {
    List<CompletableFuture<Map<String, Object>>> answers =
        page.stream().map(site -> force(site).toCompletableFuture()).toList();
    return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
        .thenApply(done -> answers.stream().map(CompletableFuture::join).toList());
  }

  private CompletionStage<Map<String, Object>> force(UserSiteEntry site) {
    CollectionId id = new CollectionId(site.site(), site.id());
    return tasks.refresh(id, TaskReason.FORCE).thenApply(answer -> forced(id, answer));
  }

  private static Map<String, Object> forced(CollectionId id, RefreshReply answer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("user_site", id.collection());
    json.put("task_id", answer.uid() == null ? "" : RefreshAnswer.taskId(id, answer));
    json.put("created", answer.created());
    json.put("skipped", answer.skipped() == null ? "" : answer.skipped().text());
    return json;
  }

  private Route withUser(String user, Supplier<CompletionStage<HttpResponse>> then) {
    return answer(
        () ->
            directory
                .find(EntryTables.USERS, user)
                .thenCompose(
                    found ->
                        found.isPresent()
                            ? then.get()
                            : done(Problem.notFound("user", user).response())));
  }

  private Route withDate(Function<LocalDate, Route> then) {
    return parameterMap(
        parameters -> {
          QueryParameters query = new QueryParameters(parameters, Set.of("date"));
          LocalDate date = query.day("date");
          query.check();
          return then.apply(date == null ? plans.today() : date);
        });
  }

  private Route answer(Supplier<CompletionStage<HttpResponse>> work) {
    return completeWithFuture(intake.admit(work));
  }

  private static CompletionStage<HttpResponse> done(HttpResponse response) {
    return CompletableFuture.completedFuture(response);
  }
}
