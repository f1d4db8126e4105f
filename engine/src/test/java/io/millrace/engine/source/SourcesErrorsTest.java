package io.millrace.engine.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.millrace.engine.input.Durations;
import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.task.RunSpec;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SourcesErrorsTest {
  private static final RunSpec.RunValidator ONLY_NOOP =
      (run, field) ->
          run.kind().equals("noop")
              ? List.of()
              : List.of(new FieldError(field + "." + run.kind(), null, "is not a known kind"));

  @Test
  void aProjectAndItsSecretsHaveNames() {
    assertThat(
            errors(
                """
                sources:
                  demo:
                    project: a/b
                    collections: [{name: c, secrets: [k, k, "a b"]}, {name: d, project: p}]
                  other: {project: 7, collections: [{name: c, secrets: k}]}
                """))
        .extracting(error -> error.field() + " " + error.value())
        .containsExactlyInAnyOrder(
            "sources.demo.project a/b",
            "sources.demo.collections[0].secrets[1] k",
            "sources.demo.collections[0].secrets[2] a b",
            "sources.demo.collections[1].project p",
            "sources.other.project 7",
            "sources.other.collections[0].secrets k");
  }

  @Test
  void noErrorRepeatsACredential() {
    assertThat(
            errors(
                """
sources:
  a: {collections: [{name: c, rum: {http: {url: "http://h/?token=hunter2", headers: {Cookie: hunter2}}}}]}
  b: {collections: [{name: c, run: {http: {headers: {Cookie: hunter2}}, process: [x, --token, hunter2]}}]}
"""))
        .hasSize(2)
        .allSatisfy(error -> assertThat(error.value().toString()).contains("***"))
        .noneSatisfy(error -> assertThat(error.toString()).contains("hunter2"));
  }

  @Test
  void one_look_finds_every_error_with_its_path_value_and_reason() {
    assertThat(
            errors(
                """
                sorces: {}
                sources:
                  bad name:
                    collections:
                      - name: c
                        schedule: "61 * * * *"
                  demo:
                    collections:
                      - name: c
                        schedule: {cron: "0 0 31 31 *", zone: Mars/Olympus, gap: jump}
                        timeout: 0s
                        retry: {delays: [0s, -5m]}
                        retries: 3
                      - schedule: {every: -2h, from: yesterday}
                        run: {ftp: {}}
                      - name: c
                        system: " "
                        pool: 7
                      - name: d/e
                        run: {noop: {}, http: {}}
                        timeout:
                    zone: UTC
                  empty:
                """))
        .extracting(FieldError::toString)
        .containsExactly(
            "sorces = {}: is not a known field; known: sources",
            "sources.bad name = bad name: must be 1 to 100 letters, digits, dots, hyphens and"
                + " underscores",
            "sources.bad name.collections[0].schedule = 61 * * * *: minute 61 is not between 0 and"
                + " 59",
            "sources.demo.zone = UTC: is not a known field; known: collections, project",
            "sources.demo.collections[0].retries = 3: is not a known field; known: align, fresh,"
                + " give_up_after, name, pool, priority, retry, run, schedule, secrets, system,"
                + " timeout, user_messages, when_exhausted",
            "sources.demo.collections[0].schedule.cron = 0 0 31 31 *: month 31 is not between 1 and"
                + " 12 or one of JAN, FEB, MAR, APR, MAY, JUN, JUL, AUG, SEP, OCT, NOV, DEC",
            "sources.demo.collections[0].schedule.zone = Mars/Olympus: is not an IANA time zone,"
                + " such as Europe/London",
            "sources.demo.collections[0].schedule.gap = jump: is not one of shift, skip",
            "sources.demo.collections[0].retry.delays[1] = -5m: must not be negative",
            "sources.demo.collections[0].timeout = 0s: must be more than 0",
            "sources.demo.collections[1].name: is required",
            "sources.demo.collections[1].schedule.every = -2h: must be more than 0",
            "sources.demo.collections[1].schedule.from = yesterday: is not an ISO-8601 time with an"
                + " offset, such as 2026-01-01T00:00:00Z",
            "sources.demo.collections[1].run.ftp: is not a known kind",
            "sources.demo.collections[2].name = c: is the name of another collection of this"
                + " source",
            "sources.demo.collections[2].system =  : must be 1 to 100 characters, not all blank",
            "sources.demo.collections[2].pool = 7: must be text: put it in quotes",
            "sources.demo.collections[3].name = d/e: must be 1 to 100 letters, digits, dots,"
                + " hyphens and underscores",
            "sources.demo.collections[3].timeout: has no value: give one, or leave the field out",
            "sources.demo.collections[3].run = {\"noop\":{},\"http\":{}}: must be a mapping with"
                + " exactly one kind, such as {noop: {}}",
            "sources.empty: must be a mapping");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "just text                     | document = just text: must be a mapping",
        "[1]                           | document = [1]: must be a mapping",
        "sources: 5                    | sources = 5: must be a mapping",
        "sources: [a]                  | sources = [\"a\"]: must be a mapping",
        "sources: {s: text}            | sources.s = text: must be a mapping",
        "sources: {s: {}}              | sources.s.collections: is required",
        "sources: {s: {collections: }} | sources.s.collections: is required",
        "sources: {s: {collections: {name: c}}} | sources.s.collections = {\"name\":\"c\"}: must be"
            + " a list",
        "sources: {s: {collections: [c]}} | sources.s.collections[0] = c: must be a mapping",
        "sources: {s: {collections: []}, s: {collections: []}} | sources.s: is given twice, again"
            + " at line 1",
        "sources: {s: {collections: [{name: c, name: d}]}} | sources.s.collections[0].name: is"
            + " given twice, again at line 1",
        "sources: {s: {collections: [{name: 5}]}} | sources.s.collections[0].name = 5: must be"
            + " text: put it in quotes",
        "sources: {s: {collections: [{name: [a]}]}} | sources.s.collections[0].name = [\"a\"]: must"
            + " be text",
        "sources: {s: {collections: [{name: c, schedule: 5}]}} | sources.s.collections[0].schedule"
            + " = 5: must be a cron line, {cron: …, zone: …}, {every: …, from: …} or"
            + " {fresh: …}",
        "sources: {s: {collections: [{name: c, schedule: {zone: UTC}}]}} |"
            + " sources.s.collections[0].schedule = {\"zone\":\"UTC\"}: must be a cron line, {cron:"
            + " …, zone: …}, {every: …, from: …} or {fresh: …}",
        "sources: {s: {collections: [{name: c, schedule: {every: 2h, zone: UTC}}]}} |"
            + " sources.s.collections[0].schedule.zone = UTC: is not a known field; known: every,"
            + " from",
        "sources: {s: {collections: [{name: c, run: noop}]}} | sources.s.collections[0].run = noop:"
            + " must be a mapping with exactly one kind, such as {noop: {}}",
        "sources: {s: {collections: [{name: c, run: {noop: 5}}]}} |"
            + " sources.s.collections[0].run.noop = 5: must be a mapping",
        "sources: {s: {collections: [{name: c, run: {noop: {a: }}}]}} |"
            + " sources.s.collections[0].run.noop.a: has no value",
        "sources: {s: {collections: [{name: c, timeout: 10}]}} | sources.s.collections[0].timeout ="
            + " 10: needs a unit: "
            + Durations.FORMS,
        "sources: {s: {collections: [{name: c, timeout: '10'}]}} | sources.s.collections[0].timeout"
            + " = 10: needs a unit: "
            + Durations.FORMS,
        "sources: {s: {collections: [{name: c, schedule: 0 0 30 2 *}]}} |"
            + " sources.s.collections[0].schedule = 0 0 30 2 *: never fires: no date matches it",
        "sources: {s: {collections: [{name: c, schedule: {cron: 0 0 30 2 *}}]}} |"
            + " sources.s.collections[0].schedule.cron = 0 0 30 2 *: never fires: no date matches"
            + " it",
        "sources: {s: {collections: [{name: c, timeout: 0}]}} | sources.s.collections[0].timeout ="
            + " 0: must be more than 0",
        "sources: {s: {collections: [{name: c, timeout: soon}]}} | sources.s.collections[0].timeout"
            + " = soon: is not a duration: "
            + Durations.FORMS,
      })
  void a_wrong_document_has_one_plain_error(String yaml, String error) {
    assertThat(errors(yaml)).extracting(FieldError::toString).containsExactly(error);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void no_text_whatever_makes_the_reader_fail_in_another_way(long seed) {
    String yaml =
        """
        sources:
          demo:
            collections:
              - name: c
                schedule: {cron: "30 1 * * *", zone: Europe/London, gap: skip}
                run: {process: ["./extract.sh", -1, 1.5, 0x1F, true, null]}
                timeout: 1h30m
        """;
    String[] splinters =
        (": |- |? |[|]|{|}|,|#|&a |*a |!t |!!binary |!!int |'|\"|%|@|`|\\|\n|\n  |\t|---\n|...\n"
                + "|<<: |~|>|1e9|1e9999|.inf|.nan|0x|-0|1_0|2026-01-01|\0|\uFEFF|é|\uD83D|=|9")
            .split("\\|");
    Random random = new Random(seed);
    for (int i = 0; i < 1_500; i++) {
      StringBuilder text = new StringBuilder(yaml);
      for (int k = random.nextInt(4); k >= 0; k--) {
        int at = random.nextInt(text.length());
        int end = Math.min(text.length(), at + random.nextInt(4));
        text.replace(at, end, splinters[random.nextInt(splinters.length)]);
      }
      assertThatNoException().as("%s", text).isThrownBy(() -> errors(text.toString()));
    }
  }

  private static List<FieldError> errors(String yaml) {
    try {
      Sources.parse(yaml, ONLY_NOOP);
      return List.of();
    } catch (InvalidInputException e) {
      return e.errors();
    }
  }
}
