package io.millrace.engine;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/** Every test waits longer than Awaitility does by itself: two JVMs may share two busy cores. */
public final class AwaitilityPatience implements TestExecutionListener {
  @Override
  public void testPlanExecutionStarted(TestPlan plan) {
    Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
  }
}
