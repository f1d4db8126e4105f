package io.millrace.engine.freshness;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.fresh.ErrorBudget;
import io.millrace.engine.freshness.FreshnessCounts.StateCounts;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreshnessVerdictTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // fresh, at risk, stale, exempt
        "0 | 0 | 0 | 0  | nothing is promised",
        "5 | 0 | 0 | 0  | all fresh",
        "0 | 0 | 0 | 24 | 24 exempt",
        "5 | 0 | 0 | 2  | all fresh, but 2 exempt",
        "5 | 3 | 0 | 0  | all fresh, but 3 at risk",
        "5 | 3 | 0 | 2  | all fresh, but 3 at risk and 2 exempt",
        "0 | 3 | 0 | 0  | 3 at risk",
        "5 | 0 | 1 | 2  | 1 user-site stale at 1 client, because bank: HTTP 503",
        "5 | 3 | 4 | 2  | 4 user-sites stale at 1 client, because bank: HTTP 503",
      })
  void theSentenceSaysHowEverythingStands(
      long fresh, long atRisk, long stale, long exempt, String sentence) {
    StateCounts counts = new StateCounts(fresh, atRisk, stale, exempt);
    List<FreshnessCounts> all =
        List.of(
            new FreshnessCounts("client", "app", counts, ErrorBudget.NONE),
            new FreshnessCounts("site", "bank", counts, ErrorBudget.NONE));
    assertThat(FreshnessVerdict.sentence(all, "HTTP 503")).isEqualTo(sentence);
  }
}
