package io.millrace.engine.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.millrace.engine.credential.CredentialMask;
import io.millrace.engine.flow.PoolConfig;
import io.millrace.engine.flow.PoolConfigReader;
import io.millrace.engine.input.Durations;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.FieldErrors;
import io.millrace.engine.input.InputNode;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.JsonDocument;
import io.millrace.engine.job.Job;
import io.millrace.engine.job.JobDocument;
import io.millrace.engine.job.JobDraft;
import io.millrace.engine.job.JobReader;
import io.millrace.engine.simulate.Outage.OutageKind;
import io.millrace.engine.simulate.SimulationRequest.Basis;
import io.millrace.engine.source.SourceCollection;
import io.millrace.engine.source.Sources;
import io.millrace.engine.task.RunSpec;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads a simulation from JSON and reports all errors in it. */
public final class SimulationRequestReader {
  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final int MOST_DAYS = 7;
  private static final Duration FURTHEST_BACK = Duration.ofDays(30);
  private static final Duration FURTHEST_AHEAD = Duration.ofDays(366);
  private static final double MOST_GROWTH = 10;
  private static final int MOST_JOBS = 100;
  private static final String MEDIA_TYPE = "application/json";

  private final RunSpec.RunValidator runs;
  private final Instant now;
  private final FieldErrors errors = new FieldErrors();

  /**
   * @param runs validates each run of changed sources and jobs
   */
  public SimulationRequestReader(RunSpec.RunValidator runs, Instant now) {
    this.runs = runs;
    this.now = now;
  }

  /**
   * @throws InvalidInputException with all errors
   */
  public SimulationRequest read(String text) {
    JsonNode document = JsonDocument.object(text);
    InputNode node = InputNode.root(document, errors);
    node.isMappingOf("date", "from", "days", "seed", "changes");
    Optional<Instant> from = from(node);
    int days = node.optional("days").flatMap(field -> field.whole(1, MOST_DAYS)).orElse(1);
    int seed = node.optional("seed").flatMap(field -> field.whole(0, Integer.MAX_VALUE)).orElse(1);
    SimulationChanges changes =
        node.optional("changes")
            .map(given -> changes(given, document.path("changes")))
            .orElse(SimulationChanges.NONE);
    errors.throwIfAny();
    Instant start = from.orElseThrow();
    Instant end = start.truncatedTo(ChronoUnit.DAYS).plus(days, ChronoUnit.DAYS);
    SimulatedTime time = new SimulatedTime(start, end, seed);
    changes.outage().ifPresent(outage -> checkIsWithin(outage, time));
    errors.throwIfAny();
    return new SimulationRequest(time, Basis.of(start, now), changes, masked(document));
  }

  /** An outage at another time would change nothing, and nobody would notice. */
  private void checkIsWithin(Outage outage, SimulatedTime time) {
    if (!outage.from().isBefore(time.until())) {
      errors.add(
          "changes.outage.from",
          outage.from().toString(),
          "must be before " + time.until() + ", when the simulation ends");
    }
    if (!outage.to().isAfter(time.from())) {
      errors.add(
          "changes.outage.to",
          outage.to().toString(),
          "must be after " + time.from() + ", when the simulation begins");
    }
  }

  /** The request as everybody may read it: without the credentials of its sources and jobs. */
  private static String masked(JsonNode document) {
    Object plain = JSON.convertValue(document, Object.class);
    return JSON.valueToTree(CredentialMask.masked(plain)).toString();
  }

  /** Today begins now. What was before is known. */
  private Optional<Instant> from(InputNode node) {
    Optional<InputNode> date = node.optional("date");
    Optional<InputNode> time = node.optional("from");
    if (date.isPresent() && time.isPresent()) {
      date.get().refuse("cannot be given together with from");
      return Optional.empty();
    }
    if (date.isEmpty() && time.isEmpty()) {
      return Optional.of(now.truncatedTo(ChronoUnit.MINUTES));
    }
    if (date.isPresent()) {
      LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
      Optional<Instant> day =
          date.get()
              .text(SimulationRequestReader::date)
              .map(
                  given ->
                      given.equals(today)
                          ? now.truncatedTo(ChronoUnit.MINUTES)
                          : given.atStartOfDay(ZoneOffset.UTC).toInstant());
      return day.filter(at -> isNear(at, date.get()));
    }
    InputNode given = time.orElseThrow();
    return given
        .time()
        .map(at -> at.truncatedTo(ChronoUnit.MINUTES))
        .filter(at -> isNear(at, given));
  }

  private boolean isNear(Instant at, InputNode field) {
    boolean near = !at.isBefore(now.minus(FURTHEST_BACK)) && !at.isAfter(now.plus(FURTHEST_AHEAD));
    if (!near) {
      field.refuse(
          "must be from %d days ago to %d days ahead"
              .formatted(FURTHEST_BACK.toDays(), FURTHEST_AHEAD.toDays()));
    }
    return near;
  }

  private static LocalDate date(String text) {
    try {
      return LocalDate.parse(text);
    } catch (DateTimeException notADay) {
      throw new InvalidInputException("date", text, "is not a day such as 2026-01-31");
    }
  }

  private SimulationChanges changes(InputNode node, JsonNode json) {
    node.isMappingOf("flow", "flywheel", "sources", "jobs", "outage", "fresh", "growth");
    Map<String, PoolConfig> pools = new HashMap<>();
    json.path("flow")
        .properties()
        .forEach(
            pool ->
                prefixed(
                        "changes.flow." + pool.getKey() + ".",
                        () -> PoolConfigReader.read(pool.getValue()))
                    .ifPresent(config -> pools.put(pool.getKey(), config)));
    node.optional("flow").ifPresent(flow -> flow.eachField((pool, config) -> {}));
    return new SimulationChanges(
        pools,
        node.optional("flywheel").map(FlywheelChanges::read).orElse(FlywheelChanges.NONE),
        node.optional("sources").map(any -> sources(json.path("sources"))).orElse(Map.of()),
        node.optional("jobs").map(list -> jobs(list, json.path("jobs"))).orElse(List.of()),
        node.optional("outage").flatMap(this::outage),
        node.optional("fresh").flatMap(field -> field.duration(Durations::parsePositive)),
        node.optional("growth").map(SimulationRequestReader::growth).orElse(Map.of()));
  }

  /** The result; empty if it is refused, with paths that begin with the prefix. */
  private <T> Optional<T> prefixed(String prefix, Supplier<T> reader) {
    try {
      return Optional.of(reader.get());
    } catch (InvalidInputException refused) {
      for (FieldError error : refused.errors()) {
        errors.add(prefix + error.field(), error.value(), error.reason());
      }
      return Optional.empty();
    }
  }

  private Map<String, List<SourceCollection>> sources(JsonNode json) {
    JsonNode document = JsonNodeFactory.instance.objectNode().set("sources", json);
    Map<String, List<SourceCollection>> sources = new HashMap<>();
    prefixed("changes.", () -> Sources.read(document, runs))
        .ifPresent(
            read ->
                read.collections()
                    .forEach(
                        each ->
                            sources
                                .computeIfAbsent(each.source(), name -> new ArrayList<>())
                                .add(each)));
    return sources;
  }

  private List<Job> jobs(InputNode list, JsonNode json) {
    if (!list.isList() || json.size() > MOST_JOBS) {
      list.refuse("must be a list of at most " + MOST_JOBS + " jobs");
      return List.of();
    }
    List<Job> jobs = new ArrayList<>();
    for (int i = 0; i < json.size(); i++) {
      JsonNode job = json.get(i);
      prefixed("changes.jobs[" + i + "].", () -> job(job)).ifPresent(jobs::add);
    }
    return jobs;
  }

  private Job job(JsonNode tree) {
    FieldErrors found = new FieldErrors();
    JobDocument text = new JobDocument(tree.toString(), MEDIA_TYPE);
    JobDraft draft = new JobReader(runs).read(tree, text, found);
    found.throwIfAny();
    return JobReader.preview(draft, Boolean.TRUE.equals(draft.paused()), now);
  }

  private Optional<Outage> outage(InputNode node) {
    node.isMappingOf("site", "node", "from", "to");
    Optional<String> site = node.optional("site").flatMap(field -> field.text(text -> text));
    Optional<String> server = node.optional("node").flatMap(field -> field.text(text -> text));
    Optional<Instant> from = node.required("from").flatMap(InputNode::time);
    Optional<Instant> to = node.required("to").flatMap(InputNode::time);
    if (site.isPresent() == server.isPresent()) {
      node.refuse("needs either a site or a node");
      return Optional.empty();
    }
    if (from.isEmpty() || to.isEmpty()) {
      return Optional.empty();
    }
    if (!from.get().isBefore(to.get())) {
      node.child("to").refuse("must be after from");
      return Optional.empty();
    }
    OutageKind kind = site.isPresent() ? OutageKind.SITE : OutageKind.NODE;
    return Optional.of(new Outage(kind, site.or(() -> server).get(), from.get(), to.get()));
  }

  private static Map<String, Double> growth(InputNode node) {
    Map<String, Double> growth = new HashMap<>();
    node.eachField(
        (client, field) ->
            field
                .number()
                .ifPresent(
                    factor -> {
                      if (factor >= 0 && factor <= MOST_GROWTH) {
                        growth.put(client, factor);
                      } else {
                        field.refuse("must be from 0 to " + (int) MOST_GROWTH);
                      }
                    }));
    return growth;
  }
}
