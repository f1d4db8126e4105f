import scala.xml.XML

import sbt._
import sbt.Keys._

/** Deals the tests of a module to JVMs that take about equally long, by the seconds in project/test-seconds.csv. */
object TestJvms {
  val testSeconds = taskKey[Unit]("Writes project/test-seconds.csv from the reports of the last ./sbt test")

  private val worthNoting = 4 // seconds
  private val others = 1.0 // what a class is taken for that is not in the file

  def settings: Seq[Setting[_]] = Seq(testSeconds := {
    val reports = target.all(ScopeFilter(inAnyProject)).value.flatMap(folder => (folder / "test-reports" * "TEST-*.xml").get).map(XML.loadFile)
    val seconds = reports.map(report => (report \@ "name") -> (report \@ "time").toDouble.round.toInt).filter(_._2 >= worthNoting)
    val rows = seconds.sortBy { case (name, time) => (-time, name) }.map { case (name, time) => s"$name,$time\n" }
    IO.write(file((ThisBuild / baseDirectory).value), s"# Test classes of $worthNoting seconds or more on two quiet cores: ./sbt testSeconds\nclass,seconds\n" + rows.mkString)
  })

  /** The longest first, each to the JVM that has least to do. Each JVM has a PostgreSQL of its own, named after its group. */
  def deal(tests: Seq[TestDefinition], jvms: Int, options: ForkOptions, base: File): Seq[Tests.Group] = {
    val known = Components.rows(file(base), 2).map { case Seq(name, time) => name -> time.toDouble }.toMap
    def length(tests: Seq[TestDefinition]) = tests.map(test => known.getOrElse(test.name, others)).sum
    val longestFirst = tests.sortBy(test => (-length(Seq(test)), test.name))
    val dealt = longestFirst.foldLeft(Vector.fill(jvms)(Vector.empty[TestDefinition])) { (groups, test) =>
      val shortest = groups.indices.minBy(group => length(groups(group)))
      groups.updated(shortest, groups(shortest) :+ test)
    }
    dealt.zipWithIndex.collect { case (group, number) if group.nonEmpty =>
      val named = options.withRunJVMOptions(options.runJVMOptions :+ s"-Dmillrace.test.group=$number")
      Tests.Group(s"group-$number", group, Tests.SubProcess(named))
    }
  }

  private def file(base: File): File = base / "project" / "test-seconds.csv"
}
