package io.millrace.engine.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.schedule.CronSchedule;
import io.millrace.engine.schedule.Schedule;
import io.millrace.engine.task.RunSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourcesTest {
  private static final RunSpec.RunValidator ANY_RUN = (run, field) -> List.of();

  @Test
  void the_plain_form_of_a_scheduled_collection_is_read() {
    Sources sources =
        parse(
            """
            sources:
              source_id:
                collections:
                  - name: "sample_collection"
                    schedule: "0/1 * 0 ? * * *" #cron expression — every minute
            """);
    assertThat(sources.collections())
        .containsExactly(
            new SourceCollection(
                new CollectionId("source_id", "sample_collection"),
                Policy.of(CronSchedule.parse("0/1 * 0 ? * * *"), Duration.ofMinutes(10)),
                SourceCollection.Work.NOOP));
  }

  @Test
  void every_field_is_read() {
    SourceCollection collection =
        parse(
                """
sources:
  demo:
    collections:
      - name: c
        schedule: {cron: "30 1 * * *", zone: Europe/London, gap: skip, overlap: both}
        run: {process: ["./extract.sh", "-v"]}
        timeout: 1h30m
        system: TDR
        pool: slow
""")
            .find("demo", "c")
            .orElseThrow();
    assertThat(collection.source()).isEqualTo("demo");
    assertThat(collection.name()).isEqualTo("c");
    assertThat(collection.id().owner()).isEqualTo("demo/c");
    assertThat(collection.policy().scheduleText())
        .isEqualTo("30 1 * * * in Europe/London gap skip overlap both");
    assertThat(collection.work().run())
        .isEqualTo(new RunSpec("process", Map.of("argv", List.of("./extract.sh", "-v"))));
    assertThat(collection.policy().timeout()).isEqualTo(Duration.ofMinutes(90));
    assertThat(collection.work().system()).isEqualTo("TDR");
    assertThat(collection.work().pool()).isEqualTo("slow");
  }

  @Test
  void a_collection_has_a_project_if_it_names_one_or_needs_values() {
    Sources sources =
        parse(
            """
            sources:
              plain:
                collections:
                  - {name: none, run: {http: {url: "http://h/"}}}
                  - {name: config, run: {http: {url: "${config.base}"}}}
                  - {name: secret, run: {http: {url: "http://h/?k=${secret.b}&l=${secret.a}"}}}
                  - {name: listed, secrets: [k], run: {process: [x]}}
              billed:
                project: my billing
                collections:
                  - {name: none, run: {process: [x]}}
                  - {name: both, secrets: [k, a], run: {http: {url: "http://h/${secret.a}"}}}
            """);
    assertThat(sources.collections())
        .extracting(it -> it.id().owner() + " " + it.work().project() + " " + it.work().secrets())
        .containsExactly(
            "plain/none null []",
            "plain/config default []",
            "plain/secret default [a, b]",
            "plain/listed default [k]",
            "billed/none my billing []",
            "billed/both my billing [k, a]");
    assertThat(sources.collections())
        .extracting(it -> it.work().secretsProject())
        .containsExactly(null, null, "default", "default", null, "my billing");
  }

  @Test
  void credentials_in_it_are_warned_of_by_their_place() {
    Sources sources =
        parse(
            """
sources:
  bank:
    collections:
      - {name: a, run: {http: {url: "http://h/", headers: {Authorization: Bearer hunter2}}}}
      - {name: b, run: {http: {url: "http://h/", headers: {Authorization: Bearer hunter2}}}}
      - {name: c, run: {http: {url: "http://h/", headers: {Authorization: hunter3}}}}
      - {name: d, run: {http: {url: "http://h/", headers: {Authorization: "${secret.x}"}}}}
  shop: {project: my shop, collections: [{name: a, run: {process: [x, --token, hunter2]}}]}
""");
    assertThat(sources.warnings())
        .extracting(it -> it.field() + " " + it.reason())
        .containsExactly(
            "sources.bank.collections[0].run.http.headers.Authorization is a credential in plain"
                + " text: save it as a secret (PUT /projects/default/secrets/bank-authorization)"
                + " and write \"Bearer ${secret.bank-authorization}\" here",
            "sources.bank.collections[1].run.http.headers.Authorization is a credential in plain"
                + " text: save it as a secret (PUT /projects/default/secrets/bank-authorization)"
                + " and write \"Bearer ${secret.bank-authorization}\" here",
            "sources.bank.collections[2].run.http.headers.Authorization is a credential in plain"
                + " text: save it as a secret (PUT /projects/default/secrets/bank-c-authorization)"
                + " and write \"${secret.bank-c-authorization}\" here",
            "sources.shop.collections[0].run.process[2] contains a credential that every user of"
                + " the machine can read: save it as a secret (PUT"
                + " /projects/my%20shop/secrets/shop-token), name it in secrets, and let the"
                + " program read MILLRACE_SECRET_SHOP_TOKEN");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'0 0 6,16 * * ?'                         | 0 0 6,16 * * ?",
        "30 2 * * 1                               | 30 2 * * 1",
        "'@daily in Europe/London'                | @daily in Europe/London",
        "{cron: '@daily'}                         | @daily",
        "{every: 2h, from: 2026-01-01T00:00:00Z}  | every 2h from 2026-01-01T00:00:00Z",
        "{every: 2h}                              | every 2h from 1970-01-01T00:00:00Z",
        "every 2h                                 | every 2h from 1970-01-01T00:00:00Z",
      })
  void a_schedule_has_several_forms(String yaml, String text) {
    Sources sources = parse("sources: {s: {collections: [{name: c, schedule: !s}]}}", "!s", yaml);
    assertThat(sources.find("s", "c").map(found -> found.policy().schedule()))
        .contains(Schedule.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{noop: {}}              | RunSpec[kind=noop, config={}]",
        "{noop: }                | RunSpec[kind=noop, config={}]",
        "{process: [a, 1, true]} | RunSpec[kind=process, config={argv=[a, 1, true]}]",
        "{pull: {queue: q}}      | RunSpec[kind=pull, config={queue=q}]",
        "{http: {headers: {}}}   | RunSpec[kind=http, config={headers={}}]",
      })
  void a_run_is_one_kind_and_what_it_is_told(String yaml, String run) {
    Sources sources = parse("sources: {s: {collections: [{name: c, run: !r}]}}", "!r", yaml);
    assertThat(sources.find("s", "c").orElseThrow().work().run()).hasToString(run);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "---", "{}", "sources:", "sources: {}", "sources: {s: {collections: []}}"})
  void no_sources_at_all_are_fine(String yaml) {
    assertThat(parse(yaml)).isEqualTo(Sources.NONE);
  }

  @Test
  void what_is_not_there_is_not_found_whatever_its_name() {
    Sources sources = parse("sources: {demo: {collections: [{name: c}]}}");
    assertThat(sources.find("demo", "c")).isPresent();
    assertThat(sources.find("demo", "d")).isEmpty();
    assertThat(sources.find("demo", "../c")).isEmpty();
    assertThat(sources.find("", "")).isEmpty();
  }

  @Test
  void a_collection_knows_its_next_planned_time_if_it_has_one() {
    Sources sources =
        parse("sources: {s: {collections: [{name: a, schedule: '@daily'}, {name: b}]}}");
    Instant noon = Instant.parse("2026-01-01T12:00:00Z");
    assertThat(sources.find("s", "a").orElseThrow().policy().plannedAfter(noon))
        .isEqualTo(Instant.parse("2026-01-02T00:00:00Z"));
    assertThat(sources.find("s", "b").orElseThrow().policy().plannedAfter(noon)).isNull();
  }

  @Test
  void collections_in_a_row_share_the_policy_and_the_work_that_they_have_in_common() {
    List<SourceCollection> collections =
        parse(
                """
                sources:
                  s:
                    collections:
                      - {name: a, timeout: 5m, run: {http: {url: "http://localhost/"}}}
                      - {name: b, timeout: 5m, run: {http: {url: "http://localhost/"}}}
                      - {name: c, timeout: 6m}
                """)
            .collections();
    assertThat(collections.get(1).policy()).isSameAs(collections.get(0).policy());
    assertThat(collections.get(1).work()).isSameAs(collections.get(0).work());
    assertThat(collections.get(2).policy().timeout()).isEqualTo(Duration.ofMinutes(6));
    assertThat(collections.get(2).work()).isEqualTo(SourceCollection.Work.NOOP);
  }

  @Test
  void a_document_that_is_refused_keeps_none_of_its_collections() {
    SourcesReader reader = new SourcesReader(ANY_RUN);
    String yaml = "sources: {s: {collections: [{name: a}, {name: b, x: 1}, {name: c}]}}";
    assertThatThrownBy(() -> reader.read(yaml)).isInstanceOf(InvalidInputException.class);
    assertThat(reader.kept()).isZero();
  }

  @Test
  @Timeout(20)
  void twenty_thousand_sources_are_read_in_the_order_of_the_document() {
    StringBuilder yaml = new StringBuilder("sources:\n");
    for (int i = 0; i < 20_000; i++) {
      yaml.append(
          """
            s%d:
              collections:
                - name: c
                  schedule: {cron: "0 %d %d * * ?", zone: Europe/London}
                  run: {http: {url: "http://localhost/%d", headers: {accept: text/plain}}}
                  timeout: 10m
          """
              .formatted(i, i % 60, i % 24, i));
    }
    List<SourceCollection> collections = parse(yaml.toString()).collections();
    assertThat(collections).hasSize(20_000);
    assertThat(collections.get(19_999).source()).isEqualTo("s19999");
  }

  private static Sources parse(String yaml) {
    return Sources.parse(yaml, ANY_RUN);
  }

  private static Sources parse(String yaml, String placeholder, String value) {
    return parse(yaml.replace(placeholder, value));
  }
}
