package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.http.TestNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The functions of the page that draw nothing, called in a browser. */
class PageFunctionsTest {
  private static TestNode node;
  private static BrowserPage page;

  @BeforeAll
  static void start() {
    node = TestNode.start();
    page = BrowserPage.at(node, TestNode.TOKEN, "today");
  }

  @AfterAll
  static void stop() {
    if (page != null) {
      page.close();
    }
    node.close();
  }

  /**
   * @param body has everything that the module exports in {@code m}, and returns a text
   */
  private static String call(String module, String body) {
    return (String)
        page.driver()
            .executeAsyncScript(
                """
const done = arguments[0];
const at = (seconds) => Date.parse('2026-01-01T00:00:00Z') + seconds * 1000;
const iso = (seconds) => new Date(at(seconds)).toISOString();
const run = (queued, started, ended, reason = 'trigger') => ({
  created_at: iso(queued), started_at: started === null ? '' : iso(started), finished_at: ended === null ? '' : iso(ended), reason });
const step = (values) => ({ state: 'SUCCESS', arrived: [], missing: [], runs: [], next_retry: '', ...values });
const shown = (all) => all.map(({ kind, from, to }) => `${kind} ${(from - at(0)) / 1000}-${(to - at(0)) / 1000}`).join(', ');
import(document.querySelector('link[href$="/MODULE.js"]').href).then((m) => { BODY }).then(done, (wrong) => done(String(wrong)));
"""
                    .replace("MODULE", module)
                    .replace("BODY", body));
  }

  private static String segments(String values, int now) {
    return call(
        "waterfall-segments",
        "return shown(m.segments(step({%s}), at(%d), at(0)))".formatted(values, now));
  }

  @Test
  void aStepWaitsForItsTriggerThenForArrivalsThenForAChannelAndRuns() {
    assertThat(
            segments(
                "arrived: [{source: 'trigger/daily', at: iso(5)}, {source: 'step/x', at: iso(20)}],"
                    + " runs: [run(21, 25, 60)]",
                100))
        .isEqualTo("trigger 0-5, arrivals 5-21, channel 21-25, run 25-60");
  }

  @Test
  void aTriggerOfAnotherJobIsATriggerToo() {
    assertThat(segments("state: 'WAITING', missing: ['reports/load/trigger/daily']", 30))
        .isEqualTo("trigger 0-30");
    assertThat(
            segments("arrived: [{source: 'reports/load/trigger/daily', at: iso(5)}], runs: []", 30))
        .isEqualTo("trigger 0-5, arrivals 5-5");
  }

  @Test
  void aRetryWaitsBetweenItsAttemptsAndAReRunDoesNot() {
    assertThat(segments("runs: [run(50, 51, 60, 'retry'), run(0, 1, 20, 'manual')]", 100))
        .isEqualTo("channel 0-1, run 1-20, retry 20-50, channel 50-51, run 51-60");
    assertThat(segments("runs: [run(50, 51, 60, 'manual'), run(0, 1, 20, 'manual')]", 100))
        .isEqualTo("channel 0-1, run 1-20, channel 50-51, run 51-60");
  }

  @Test
  void whatIsOpenEndsNow() {
    assertThat(segments("state: 'ACTIVE', runs: [run(0, null, null)]", 9)).isEqualTo("channel 0-9");
    assertThat(segments("state: 'ACTIVE', runs: [run(0, 2, null)]", 9))
        .isEqualTo("channel 0-2, run 2-9");
    assertThat(segments("state: 'ACTIVE', next_retry: iso(90), runs: [run(0, 1, 20)]", 30))
        .isEqualTo("channel 0-1, run 1-20, retry 20-90");
    assertThat(
            call(
                "waterfall-segments",
                "return [step({state: 'ACTIVE'}), step({runs: [run(0, 1, null)]}), step({runs:"
                    + " [run(0, 1, 2)]})].map(m.isOpen).join()"))
        .isEqualTo("true,true,false");
  }

  @Test
  void aRunDaysLaterDoesNotSqueezeTheOthers() {
    String days =
        "{kind: 'run', from: at(0), to: at(100)}, {kind: 'run', from: at(200000), to: at(200100)}";
    assertThat(
            call(
                "waterfall-segments",
                "const axis = m.timeAxis(["
                    + days
                    + "]); return [axis.cuts.length, axis.x(at(0)),"
                    + " Math.round(axis.x(at(100))), Math.round(axis.x(at(200000))),"
                    + " axis.x(at(200100)), axis.time(1000) === at(200100), axis.time(0) ==="
                    + " at(0)].join()"))
        .isEqualTo("1,0,435,565,1000,true,true");
  }

  @Test
  void aShortPauseIsDrawnAsLongAsItWas() {
    assertThat(
            call(
                "waterfall-segments",
                "const axis = m.timeAxis([{kind: 'run', from: at(0), to: at(10)}, {kind: 'run',"
                    + " from: at(30), to: at(40)}]); return [axis.cuts.length, axis.x(at(10)),"
                    + " axis.x(at(30))].join()"))
        .isEqualTo("0,250,750");
  }

  @Test
  void heldRowsChangeAndStayAndNewOnesAreCounted() {
    assertThat(
            call(
                "hold",
                "const held = m.hold({rows: [{id: 1, v: 'a'}, {id: 2, v: 'b'}]}, {rows: [{id: 3, v:"
                    + " 'c'}, {id: 2, v: 'B'}], after: 'x'}, {rows: ({id}) => id}); return"
                    + " JSON.stringify(held)"))
        .isEqualTo(
            "{\"rows\":[{\"id\":1,\"v\":\"a\"},{\"id\":2,\"v\":\"B\"}],\"after\":\"x\",\"waiting\":1}");
    assertThat(call("hold", "return JSON.stringify(m.hold({rows: []}, [1], {}))")).isEqualTo("[1]");
  }

  @Test
  void dataThatNeverCameIsNotCalledFresh() {
    assertThat(dataWord("state: 'fresh', age_seconds: null")).isEqualTo("no data yet");
    assertThat(dataWord("state: 'fresh', age_seconds: 0")).isEqualTo("fresh");
    assertThat(dataWord("state: 'stale', age_seconds: null")).isEqualTo("stale");
    assertThat(dataWord("state: 'exempt', exemption: 'user-blocked', age_seconds: null"))
        .isEqualTo("exempt: user blocked");
  }

  private static String dataWord(String values) {
    return call("refresh-words", "return m.dataWord({%s})".formatted(values));
  }
}
