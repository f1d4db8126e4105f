import com.github.sbt.junit.jupiter.sbt.Import.JupiterKeys._

// "./sbt chaos": twenty minutes of faults; "./sbt "chaos 5 42 kill_one cut"" for less of it.
addCommandAlias("chaos", "bench/runMain io.millrace.chaos.Chaos")
// "./sbt workers": 10,000 tasks for workers of both client libraries, which are killed and frozen during a deploy.
addCommandAlias("workers", "bench/runMain io.millrace.chaos.WorkerTrial")
// "./sbt hostile": attacks a node of its own beside a load; "./sbt "hostile http://127.0.0.1:8080"" one of yours.
addCommandAlias("hostile", "bench/runMain io.millrace.hostile.Hostile")
// "./sbt apiReference": writes docs/api-reference.md from openapi.yaml; ApiReferenceTest checks that it is current.
addCommandAlias("apiReference", "http/Test/runMain io.millrace.http.ApiReference")
// "./sbt cliReference": writes docs/cli.md from the help texts; CliReferenceTest checks that it is current.
addCommandAlias("cliReference", "cli/Test/runMain io.millrace.cli.CliReference")

ThisBuild / organization := "io.millrace"
ThisBuild / version := "0.1.0-SNAPSHOT"
ThisBuild / scalaVersion := "2.13.18" // names the Akka artifacts; there is no Scala in Millrace
ThisBuild / dependencyOverrides ++= Dependencies.overrides
ThisBuild / excludeDependencies ++= Dependencies.excluded
ThisBuild / evictionErrorLevel := Level.Info
ThisBuild / publishMavenStyle := false // nothing is published; as a Maven module it would warn of the page's libraries at each start

// Four forked test JVMs at a time, on two cores: tests wait more than they work.
Global / concurrentRestrictions := Seq(Tags.limit(Tags.ForkedTestGroup, 4), Tags.limit(Tags.CPU, 2))
Global / cancelable := true

lazy val javaModule = Seq(
  crossPaths := false,
  autoScalaLibrary := false,
  javacOptions ++= Seq("--release", "17", "-encoding", "UTF-8", "-parameters", "-Xlint:all,-processing", "-Werror"),
  Compile / packageDoc / publishArtifact := false, // else every package would wait for the documentation
  Compile / packageSrc / publishArtifact := false,
  Compile / doc / javacOptions := Seq("--release", "17", "-encoding", "UTF-8", "-Xdoclint:none", "-quiet"),
  libraryDependencies ++= Dependencies.test :+ ("com.github.sbt.junit" % "jupiter-interface" % jupiterVersion.value % Test),
  Test / fork := true,
  // Tests are over before the second compiler has earned what it costs: a third of all the time on two cores.
  Test / javaOptions ++= Seq("-Xmx1500m", "-XX:TieredStopAtLevel=1", "-Duser.timezone=UTC", "-Dakka.logger-startup-timeout=30s"),
  Test / testOptions += Tests.Argument(jupiterTestFramework, "--display-mode=tree")) ++ Nullness.settings

/** The tests of a module in so many JVMs, which take about equally long. */
def testJvms(number: Int) = Test / testGrouping :=
  TestJvms.deal((Test / definedTests).value, number, (Test / forkOptions).value, (ThisBuild / baseDirectory).value)

/** A forked node ends with these: the JVM of sbt, and ./sbt if an installed script stands between the two. */
def startedBy = (ProcessHandle.current.pid.toString +: sys.env.get("SBT_WRAPPER_PID").toSeq).mkString(",")

/** The check of "May depend on", for modules whose tests do not have those of the engine. */
def packageRules = Test / unmanagedSources +=
  (ThisBuild / baseDirectory).value / "engine" / "src" / "test" / "java" / "io" / "millrace" / "engine" / "PackageRules.java"

lazy val clusterConfig = (project in file("cluster-config"))
  .settings(javaModule, name := "millrace-cluster-config", Compile / resourceDirectory := baseDirectory.value / "conf")

lazy val engine = project
  .dependsOn(clusterConfig)
  .settings(javaModule, testJvms(2), name := "millrace-engine", libraryDependencies ++= Dependencies.engine ++ Dependencies.engineTest)

/** The kinds of run that need a client of something else: containers and Kubernetes. */
lazy val runners = project
  .dependsOn(engine % "compile->compile;test->test")
  .settings(javaModule, name := "millrace-runners", libraryDependencies ++= Dependencies.runners ++ Dependencies.runnersTest)

/** What programs of users are built on: the JDK, Jackson and JSpecify, and nothing of the server. */
lazy val client = project
  .settings(javaModule, packageRules, name := "millrace-client", libraryDependencies ++= Dependencies.client ++ Dependencies.clientTest)

/** The command line: a client with a screen, and nothing of the server. Its tests against nodes are in http. */
lazy val cli = project
  .dependsOn(client)
  .settings(
    javaModule,
    packageRules,
    name := "millrace-cli",
    libraryDependencies ++= Dependencies.cli,
    Compile / resourceGenerators += Def.task {
      val file = (Compile / resourceManaged).value / "io" / "millrace" / "cli" / "release.txt"
      IO.write(file, version.value.stripSuffix("-SNAPSHOT"))
      Seq(file)
    })

lazy val http = project
  .dependsOn(engine % "compile->compile;test->test", runners % "compile->compile;test->test", cli % "runtime->compile;test->compile")
  .enablePlugins(JavaAppPackaging)
  .settings(
    javaModule,
    testJvms(6),
    name := "millrace-http",
    libraryDependencies ++= Dependencies.http ++ Dependencies.httpTest,
    executableScriptName := "millrace",
    bashScriptExtraDefines ++= {
      val folder = (Compile / sourceDirectory).value / "bash"
      val names = (cli / Runtime / fullClasspathAsJars).value.map(_.data.getName).toSet
      val clientJars = scriptClasspathOrdering.value.collect { case (file, path) if names(file.getName) => path.stripPrefix("lib/") }
      Seq("client-command.sh", "hand-secrets.sh").flatMap(name => IO.readLines(folder / name)).map(_.replace("@CLIENT_JARS@", clientJars.mkString(" ")))
    },
    run / fork := true,
    run / connectInput := true,
    run / outputStrategy := Some(StdoutOutput),
    run / baseDirectory := (ThisBuild / baseDirectory).value,
    run / javaOptions ++= Seq("-Xmx2g", "-Duser.timezone=UTC", s"-Dio.millrace.started-by=$startedBy"),
    Compile / mainClass := Some("io.millrace.http.Main"))

lazy val bench = project
  .dependsOn(http, client, runners % "compile->compile;compile->test") // the engine of its tests
  .settings(
    javaModule,
    name := "millrace-bench",
    libraryDependencies ++= Dependencies.bench,
    run / fork := true,
    run / javaOptions ++= Seq("-Xms3g", "-Xmx3g", "-Duser.timezone=UTC"),
    run / outputStrategy := Some(StdoutOutput),
    run / baseDirectory := (ThisBuild / baseDirectory).value,
    Compile / mainClass := Some("io.millrace.bench.Bench"))

/** The tests of what people install: archive, image, chart and unit. */
lazy val packaging = project
  .dependsOn(runners % "test->test")
  .settings(
    javaModule,
    name := "millrace-packaging",
    libraryDependencies ++= Dependencies.packagingTest,
    Test / executeTests := (Test / executeTests).dependsOn(Packages.built(LocalRootProject)).value,
    Test / testOnly := (Test / testOnly).dependsOn(Packages.built(LocalRootProject)).evaluated)

lazy val root = (project in file("."))
  .aggregate(clusterConfig, engine, runners, client, cli, http, bench, packaging)
  .settings(Packages.settings(http))
  .settings(Licences.settings(http), Advisories.settings(http), Sbom.settings(http), TestJvms.settings)
  .settings(
    name := "millrace",
    // "./sbt run" is one node, in this folder, with the terminal's input and signals.
    run / aggregate := false,
    Compile / run := (http / Compile / run).evaluated,
    // "./sbt test" runs everything and ends with one line that counts it.
    Test / test := TestSummary.of(Test).value,
    Test / test / aggregate := false,
    // "./sbt quick" runs the tests that start no process, and ends with the same line.
    quick := TestSummary.of(QuickTest).value)
