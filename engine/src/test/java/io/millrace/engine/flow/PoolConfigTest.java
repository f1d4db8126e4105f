package io.millrace.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolConfigTest {
  private static final PoolConfig CONFIG =
      new PoolConfig(
          true,
          8,
          List.of(
              new SourceSystem("TDR", 1, 20),
              new SourceSystem("TDR_A", 1, 20),
              new SourceSystem("court-doc", 0, 20),
              new SourceSystem("DEFAULT", 1, 40)));

  @ParameterizedTest
  @CsvSource({
    "TDR-execution-id, TDR",
    "TDR_1, TDR",
    "TDR, TDR",
    "TDR_A_1, TDR_A",
    "TDR_A-1, TDR_A",
    "TDR_A, TDR_A",
    "TDR_AB_1, TDR",
    "TDR-A_1, TDR",
    "court-doc_1, court-doc",
    "court-doc-1_x, court-doc",
    "court-documents_1, court-documents",
    "DEFAULT_1, DEFAULT"
  })
  void anExecutionIsOfTheLongestSystemThatItsNameBeginsWith(String name, String system) {
    assertThat(CONFIG.systemOf(name)).isEqualTo(system);
  }

  @ParameterizedTest
  @CsvSource({
    "other_1_2, other",
    "other-1_2, other-1",
    "other-1, other-1",
    "TDRX_1, TDRX",
    "tdr_1, tdr",
    "TDR.1, TDR.1",
    "_TDR_1, _TDR_1"
  })
  void anExecutionOfNoneIsOfWhatIsBeforeItsFirstUnderscore(String name, String system) {
    assertThat(CONFIG.systemOf(name)).isEqualTo(system);
    assertThat(CONFIG.systemIndex(system)).as("DEFAULT").isEqualTo(3);
  }
}
