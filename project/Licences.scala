import sbt._
import sbt.Keys._

/** Writes down what the program is shipped with, and under which licence; and checks that it is so. */
object Licences {
  val licences = taskKey[Unit]("Writes docs/licences.md")
  val licencesCheck = taskKey[Unit]("Fails if docs/licences.md is not what ./sbt licences would write")

  private def text(report: UpdateReport): String = {
    val rows = for {
      configuration <- report.configurations.filter(_.configuration.name == "runtime")
      module <- configuration.modules
      if !module.evicted && module.artifacts.nonEmpty && module.module.organization != "io.millrace"
    } yield {
      val names = if (module.licenses.isEmpty) "see its project" else module.licenses.map(_._1).mkString(", ")
      s"| ${module.module.organization} | ${module.module.name} | ${module.module.revision} | $names |"
    }
    s"""# What Millrace is shipped with
       |
       |Written by `./sbt licences` from the packages themselves; CI checks that it is up to date.
       |Akka 2.8.5 was published under BUSL-1.1 with a change to Apache-2.0 after three years, which have passed:
       |see [decisions/akka.md](decisions/akka.md).
       |
       |The licences named are those in the packages' own descriptions.
       |
       || organisation | package | version | licence |
       ||---|---|---|---|
       |""".stripMargin + rows.distinct.sorted.mkString("", "\n", "\n")
  }

  private val file_ = Def.setting((ThisBuild / baseDirectory).value / "docs" / "licences.md")

  def settings(shipped: Project): Seq[Setting[_]] = Seq(
    licences := IO.write(file_.value, text((shipped / update).value)),
    licencesCheck := {
      if (!file_.value.exists || IO.read(file_.value) != text((shipped / update).value))
        throw new MessageOnlyException("docs/licences.md is out of date: run ./sbt licences")
    })
}
