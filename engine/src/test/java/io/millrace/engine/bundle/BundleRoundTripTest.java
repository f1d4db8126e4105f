package io.millrace.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.engine.bundle.BundleService.BundleRequest;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is exported can be applied, here and elsewhere, and then nothing differs. */
class BundleRoundTripTest {
  private static final ObjectMapper JSON = JsonMapper.builder().build();
  private static final List<String> ODD_TEXTS =
      List.of(
          "plain",
          "yes",
          "no",
          "null",
          "~",
          "",
          " ",
          "0123",
          "1e3",
          "0x1F",
          "12:30:00",
          "true",
          "2026-01-01",
          "a: b",
          "- a",
          "# no comment",
          "'quoted'",
          "\"double\"",
          "back\\slash",
          "two\nlines\n",
          "tab\there",
          "ünïcödé",
          "\uD83D\uDE00",
          "\u2028\u0085",
          "{a: b}",
          "[x]",
          "%percent",
          "@at",
          "`tick`",
          "&anchor",
          "*alias",
          "!tag",
          "|",
          ">",
          "...",
          "---",
          "=");

  private Random random = new Random();

  private String odd() {
    return ODD_TEXTS.get(random.nextInt(ODD_TEXTS.size()));
  }

  private boolean maybe() {
    return random.nextBoolean();
  }

  private void run(ObjectNode into) {
    ObjectNode run = into.putObject("run");
    if (maybe()) {
      ObjectNode http = run.putObject("http");
      http.put("url", "http://host/" + random.nextInt(9));
      ObjectNode body = http.putObject("body");
      for (int i = random.nextInt(4); i > 0; i--) {
        String key = odd() + i;
        if (maybe()) {
          body.put(key, odd());
        } else {
          body.put(key, random.nextInt());
        }
      }
      body.put("n", random.nextInt(100) / 8.0).put("b", maybe()).put("l", random.nextLong());
    } else {
      ArrayNode argv = run.putArray("process");
      argv.add("sh").add("-c").add(odd()).add(odd());
    }
  }

  private void policy(ObjectNode into) {
    if (maybe()) {
      into.put("timeout", 1 + random.nextInt(90) + "m");
    }
    if (maybe()) {
      into.put("schedule", maybe() ? "0 0 6,16 * * ?" : "@daily");
    }
    if (maybe()) {
      into.putObject("retry").putArray("delays").add("0s").add("5m");
    }
    if (maybe()) {
      run(into);
    }
  }

  private ObjectNode generated() {
    ObjectNode all = JSON.createObjectNode();
    ObjectNode clients = all.putObject("clients");
    ObjectNode sites = all.putObject("sites");
    ObjectNode sources = all.putObject("sources");
    ObjectNode pools = all.putObject("pools");
    ArrayNode jobs = all.putArray("jobs");
    for (int i = 0; i < 12; i++) {
      ObjectNode client = clients.putObject("c." + i).put("name", "n" + odd());
      if (maybe()) {
        client.put("refreshes_per_day", random.nextInt(5));
      }
      policy(sites.putObject("site-" + i).put("provider", "p" + odd()).put("scraping", maybe()));
      ObjectNode source = sources.putObject(i % 3 == 0 ? "" + i : "source_" + i);
      if (maybe()) {
        source.put("project", "a project");
      }
      for (ArrayNode list = source.putArray("collections"); list.size() < 3; ) {
        policy(list.addObject().put("name", "c" + list.size()));
      }
      ObjectNode job =
          jobs.addObject()
              .put("id", new UUID(random.nextLong(), random.nextLong()).toString())
              .put("project", "p" + i % 2)
              .put("name", "job " + i)
              .put("description", odd());
      if (maybe()) {
        job.put("paused", maybe());
      }
      job.putArray("triggers")
          .addObject()
          .put("name", "t")
          .put("start", "2026-01-01T00:00:00Z")
          .put("period", "1h");
      ObjectNode step = job.putArray("steps").addObject().put("name", "s");
      step.putArray("depends").add(i < 2 ? "trigger/t" : "job " + (i - 2) + "/step/s");
      run(step);
    }
    for (String pool : List.of("default", "null", "on", "7")) {
      ObjectNode config = pools.putObject(pool).put("maxConcurrency", 1 + random.nextInt(9));
      config
          .putArray("sourceSystems")
          .addObject()
          .put("systemName", "DEFAULT")
          .put("reservedChannels", 0)
          .put("probability", 100);
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void exportApplyDiffIsEmpty(long seed) {
    random = new Random(seed);
    BundleKit here = new BundleKit();
    here.apply(BundleYaml.write(generated()));
    BundleRequest exported = here.export();
    assertThat(here.export()).isEqualTo(exported);
    isEmpty(here.diff(BundleKit.pruning(exported)).changes());

    BundleKit there = new BundleKit();
    BundleChanges copied = there.apply(BundleKit.pruning(exported));
    assertThat(copied.created()).hasSizeGreaterThan(70);
    isEmpty(there.diff(BundleKit.pruning(exported)).changes());
    assertThat(there.export()).isEqualTo(exported);
    isEmpty(there.apply(BundleKit.pruning(exported)));
  }

  private static void isEmpty(BundleChanges changes) {
    assertThat(changes.created()).isEmpty();
    assertThat(changes.changed()).isEmpty();
    assertThat(changes.deleted()).isEmpty();
  }
}
