package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.Outcome;
import io.millrace.engine.task.RunSpec;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerRegistryTest {
  private static final RunSpec CUSTOM = new RunSpec("custom", Map.of());

  @Test
  void theBuiltInKindsAreThere() {
    assertThat(TestExecution.runners().kinds())
        .containsExactlyInAnyOrder("http", "noop", "process", "pull");
  }

  @Test
  void aKindOfOnesOwnIsFoundOnTheClassPath(@TempDir Path dir) throws Exception {
    assertFound(Runner.class, Custom.class, dir);
  }

  @Test
  void aKindThatNeedsTheSettingsOfItsNodeIsFoundOnTheClassPath(@TempDir Path dir) throws Exception {
    assertFound(RunnerProvider.class, CustomProvider.class, dir);
  }

  private static void assertFound(Class<?> service, Class<?> implementation, Path dir)
      throws Exception {
    Path services = Files.createDirectories(dir.resolve("META-INF/services"));
    Files.writeString(services.resolve(service.getName()), implementation.getName());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader withService = new URLClassLoader(new URL[] {dir.toUri().toURL()}, before)) {
      thread.setContextClassLoader(withService);

      assertThat(TestExecution.runners().kinds()).contains("custom", "noop");
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void twoRunnersOfOneKindAreRefused() {
    assertThatThrownBy(() -> new RunnerRegistry(List.of(new NoopRunner(), new NoopRunner())))
        .hasMessageContaining("'noop'");
  }

  @Test
  void anUnknownKindIsRefusedWithTheKindsThereAre() {
    assertThat(TestExecution.runners().check(new RunSpec("ftp", Map.of()), "sources.demo.run"))
        .containsExactly(
            new FieldError(
                "sources.demo.run",
                "ftp",
                "there is no runner of the kind 'ftp': the known kinds are http, noop, process,"
                    + " pull"));
  }

  @Test
  void anErrorNamesTheFullPathOfItsField() {
    assertThat(
            TestExecution.runners()
                .check(new RunSpec("noop", Map.of("sleep", "2s")), "steps[0].run"))
        .extracting(FieldError::field)
        .containsExactly("steps[0].run.noop.sleep");
  }

  @Test
  void aCheckThatThrowsIsAnErrorOfItsField() {
    Runner broken =
        new Custom() {
          @Override
          public List<FieldError> check(Map<String, Object> config, String field) {
            throw new IllegalStateException("oh");
          }
        };

    assertThat(new RunnerRegistry(List.of(broken)).check(CUSTOM, "run"))
        .containsExactly(
            new FieldError("run.custom", null, "cannot be checked: IllegalStateException: oh"));
  }

  @Test
  void noopSucceedsAtOnce() {
    assertThat(run(TestExecution.runners(), RunSpec.NOOP)).contains(Outcome.success());
  }

  @Test
  void anUnknownKindEndsTheTaskForGood() {
    Outcome outcome = run(TestExecution.runners(), new RunSpec("ftp", Map.of())).orElseThrow();

    assertThat(outcome.retryable()).isFalse();
    assertThat(outcome.message()).contains("'ftp'");
  }

  @Test
  void whateverARunnerThrowsBecomesAnOutcome() {
    assertBroken(
        e -> {
          throw new NoClassDefFoundError("some/Lib");
        },
        "the custom runner failed: NoClassDefFoundError: some/Lib");
    assertBroken(
        e -> CompletableFuture.failedFuture(new IllegalStateException("oh")),
        "the custom runner failed: IllegalStateException: oh");
    assertBroken(e -> null, "the custom runner failed: NullPointerException: no stage");
    assertBroken(
        e -> CompletableFuture.completedFuture(null),
        "the custom runner failed: it returned no outcome");
  }

  private static void assertBroken(
      Function<Execution, CompletionStage<Optional<Outcome>>> work, String message) {
    Runner runner =
        new Custom() {
          @Override
          public CompletionStage<Optional<Outcome>> run(Execution execution) {
            return work.apply(execution);
          }
        };

    assertThat(run(new RunnerRegistry(List.of(runner)), CUSTOM)).contains(Outcome.error(message));
  }

  private static Optional<Outcome> run(RunnerRegistry runners, RunSpec run) {
    TestExecution test = new TestExecution(run.kind(), run.config(), Duration.ofMinutes(1), null);
    return runners.run(test.execution).toCompletableFuture().join();
  }

  /** A runner as a user would write one. */
  public static class Custom implements Runner {
    @Override
    public String kind() {
      return "custom";
    }

    @Override
    public List<FieldError> check(Map<String, Object> config, String field) {
      return List.of();
    }

    @Override
    public CompletionStage<Optional<Outcome>> run(Execution execution) {
      return CompletableFuture.completedFuture(Optional.of(Outcome.success()));
    }
  }

  /** A provider as a user would write one. */
  public static class CustomProvider implements RunnerProvider {
    @Override
    public Runner create(RunnerContext node) {
      assertThat(node.worker().getInt("slots")).isPositive();
      return new Custom();
    }
  }
}
