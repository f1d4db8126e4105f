addSbtPlugin("com.github.sbt.junit" % "sbt-jupiter-interface" % "0.17.0") // runs JUnit 6
addSbtPlugin("com.github.sbt" % "sbt-native-packager" % "1.11.7") // ./sbt stage
addSbtPlugin("com.github.sbt" % "sbt-java-formatter" % "0.10.0") // google-java-format

libraryDependencies ++= Seq(
  "org.cyclonedx" % "cyclonedx-core-java" % "12.2.0", // ./sbt sbom
  "com.google.cloud.tools" % "jib-core" % "0.28.1", // ./sbt image: needs no container engine
  "org.apache.maven" % "maven-artifact" % "3.9.16") // compares versions as Maven does: ./sbt advisoriesCheck
