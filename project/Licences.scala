import sbt._
import sbt.Keys._

/** Writes down what the program is shipped with, and under which licence; and checks that it is so. */
object Licences {
  val licences = taskKey[Unit]("Writes docs/licences.md")
  val licencesCheck = taskKey[Unit]("Fails if docs/licences.md is not what ./sbt licences would write")

  private def text(shipped: Seq[Component]): String = {
    def names(component: Component) = if (component.licences.isEmpty) "see its project" else component.licences.mkString(", ")
    val (inside, packages) = shipped.partition(_.inside.isDefined)
    val rows = packages.map(c => s"| ${c.group} | ${c.name} | ${c.version} | ${names(c)} |")
    val insideRows = inside.map(c => s"| ${c.module} | ${c.version} | ${names(c)} | ${c.inside.get} |")
    def lines(rows: Seq[String]) = rows.distinct.sorted.mkString("", "\n", "\n")
    """# What Millrace is shipped with
      |
      |Written by `./sbt licences` from the packages themselves; CI checks that it is up to date. `./sbt sbom` writes the same as a
      |CycloneDX file, with hashes and who needs what.
      |Akka 2.8.5 was published under BUSL-1.1 with a change to Apache-2.0 after three years, which have passed:
      |see [decisions/akka.md](decisions/akka.md).
      |
      |The licences named are those in the packages' own descriptions.
      |
      || organisation | package | version | licence |
      ||---|---|---|---|
      |""".stripMargin + lines(rows) +
      """
        |## Inside of these, or in this repository
        |
        |Packages that others have copied into theirs, or that are copied into this repository, as far as they matter for advisories or
        |for a licence. Kept by hand in `project/bundled.csv`.
        |
        || package | version | licence | inside |
        ||---|---|---|---|
        |""".stripMargin + lines(insideRows)
  }

  private val file_ = Def.setting((ThisBuild / baseDirectory).value / "docs" / "licences.md")

  def settings(shipped: Project): Seq[Setting[_]] = {
    val content = Def.task(text(Components.shipped((shipped / update).value, (ThisBuild / baseDirectory).value)))
    Seq(
      licences := IO.write(file_.value, content.value),
      licencesCheck := {
        if (!file_.value.exists || IO.read(file_.value) != content.value)
          throw new MessageOnlyException("docs/licences.md is out of date: run ./sbt licences")
      })
  }
}
