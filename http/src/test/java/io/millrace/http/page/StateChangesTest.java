package io.millrace.http.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StateChangesTest {
  private final StateChanges changes = new StateChanges();

  @Test
  void theFirstIsWholeThenOnlyWhatHasChanged() {
    Map<String, Object> first = Map.of("running", 1, "pools", List.of(Map.of("waiting", 2)));
    assertThat(changes.of(first)).isEqualTo(first);
    assertThat(changes.of(first)).isEmpty();
    assertThat(changes.of(Map.of("running", 1, "pools", List.of(Map.of("waiting", 3)))))
        .isEqualTo(Map.of("pools", List.of(Map.of("waiting", 3))));
  }

  @Test
  void afterATroubleItIsWholeAgain() {
    Map<String, Object> state = Map.of("running", 1);
    changes.of(state);
    assertThat(changes.isFirst()).isFalse();
    changes.forget();
    assertThat(changes.isFirst()).isTrue();
    assertThat(changes.of(state)).isEqualTo(state);
  }
}
