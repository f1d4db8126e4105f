package io.millrace.engine.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.policy.Policy;
import io.millrace.engine.task.RunSpec;
import io.millrace.engine.task.TaskPriority;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollectionIdTest {

  @ParameterizedTest
  @ValueSource(strings = {"demo/c", "a.b-c_d/1", "A/..", "_/-"})
  void an_owner_reads_back_as_the_same_id(String owner) {
    assertThat(CollectionId.parse(owner).owner()).isEqualTo(owner);
  }

  @Test
  void ids_of_one_hash_are_told_apart_by_their_order() {
    CollectionId one = new CollectionId("s", "Aa");
    CollectionId other = new CollectionId("s", "BB");
    assertThat(one).hasSameHashCodeAs(other);
    assertThat(one).isLessThan(other).isLessThan(new CollectionId("t", "A"));
    assertThat(one).isEqualByComparingTo(new CollectionId("s", "Aa"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "demo", "/c", "demo/", "a/b/c", "de mo/c", "démo/c"})
  void anything_else_is_refused(String owner) {
    assertThatThrownBy(() -> CollectionId.parse(owner)).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void a_name_has_at_most_a_hundred_characters() {
    String longest = "x".repeat(100);
    assertThat(new CollectionId(longest, longest).source()).hasSize(100);
    assertThatThrownBy(() -> new CollectionId("demo", longest + "x"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("must be 1 to 100 letters");
  }

  @Test
  void a_collection_without_time_to_run_cannot_exist() {
    CollectionId id = new CollectionId("demo", "c");
    assertThatThrownBy(
            () ->
                new SourceCollection(
                    id, Policy.of(null, Duration.ZERO), SourceCollection.Work.NOOP))
        .hasMessage("timeout = 0s: must be more than 0");
    assertThatThrownBy(
            () ->
                new SourceCollection.Work(
                    RunSpec.NOOP, " ", "default", TaskPriority.HIGH, null, List.of()))
        .hasMessageContaining("system");
  }
}
