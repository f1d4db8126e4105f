import sbt._
import sbt.Keys._

/** Compiles main code with NullAway, a check of Error Prone: docs/decisions/nullness.md. It is no part of the program. */
object Nullness {
  private val Checker = config("nullness").hide

  private val plugin = Seq(
    "-Xplugin:ErrorProne",
    "-XepDisableAllChecks",
    "-Xep:NullAway:ERROR",
    "-XepOpt:NullAway:OnlyNullMarked=true",
    "-XepOpt:NullAway:ExcludedFieldAnnotations=picocli.CommandLine.Spec").mkString(" ")

  val settings: Seq[Setting[_]] = Seq(
    ivyConfigurations += Checker,
    libraryDependencies ++= Dependencies.nullness.map(_ % Checker),
    Compile / compile / javacOptions ++= Seq(
      "-proc:none",
      "-XDcompilePolicy=simple",
      "--should-stop=ifError=FLOW",
      "-processorpath",
      update.value.select(configurationFilter(Checker.name)).mkString(java.io.File.pathSeparator),
      plugin),
    // The tests would inherit it.
    Test / compile / javacOptions := (Test / javacOptions).value)
}
