import sbt._
import sbt.Keys._

/** Runs the tests of all modules, whether or not some fail, names the failed classes and counts all tests in one closing line. */
object TestSummary {
  /** @param tests all of them, or the quick ones */
  def of(tests: Configuration): Def.Initialize[Task[Unit]] = Def.task {
    val byClass = executeTests.result.all(ScopeFilter(inAnyProject, inConfigurations(tests))).value.flatMap {
      case Value(output) => output.events.toSeq
      case Inc(cause)    => throw cause
    }
    val suites = byClass.map(_._2)
    def sum(count: SuiteResult => Int) = suites.map(count).sum
    val passed = sum(_.passedCount)
    val failed = sum(s => s.failureCount + s.errorCount)
    val skipped = sum(s => s.skippedCount + s.ignoredCount + s.canceledCount + s.pendingCount)
    streams.value.log.debug("counted the tests of all modules")
    for ((name, suite) <- byClass if suite.failureCount + suite.errorCount > 0) println(s"FAILED: $name")
    println(s"$passed passed, $failed failed" + (if (skipped > 0) s", $skipped skipped" else ""))
    if (failed > 0) throw new MessageOnlyException(s"$failed tests failed")
    if (passed == 0) throw new MessageOnlyException("no test ran")
  }
}
