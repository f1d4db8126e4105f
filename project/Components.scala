import sbt._

/** A package that others have made.
  *
  * @param group of Maven, or "npm"
  * @param inside what it is a part of, or the file that it was copied to; none = a package that the build resolves
  * @param users which packages of the build ask for it
  */
final case class Component(
    group: String,
    name: String,
    version: String,
    licences: Seq[String],
    artifacts: Seq[(Artifact, File)] = Nil,
    users: Set[String] = Set.empty,
    inside: Option[String] = None,
    integrity: Option[String] = None) {
  def module: String = s"$group:$name"
  def coordinates: String = s"$module:$version"
}

/** What Millrace is shipped with: what the build resolves, and what project/bundled.csv lists as inside of that. */
object Components {
  def resolved(report: UpdateReport, configuration: String): Seq[Component] =
    for {
      found <- report.configurations.filter(_.configuration.name == configuration)
      module <- found.modules
      id = module.module
      if !module.evicted && module.artifacts.nonEmpty && id.organization != "io.millrace"
    } yield Component(
      id.organization,
      id.name,
      id.revision,
      module.licenses.map(_._1),
      module.artifacts,
      module.callers.map(caller => s"${caller.caller.organization}:${caller.caller.name}").toSet)

  def shipped(report: UpdateReport, base: File): Seq[Component] = {
    val packages = resolved(report, "runtime")
    packages ++ bundled(packages.map(_.coordinates).toSet, base)
  }

  /** A package of another version may have other things inside: then somebody has to look again. */
  private def bundled(packages: Set[String], base: File): Seq[Component] =
    rows(base / "project" / "bundled.csv", 5).foldLeft(Seq.empty[Component]) { case (before, Seq(module, version, licence, inside, integrity)) =>
      val known = packages(inside) || before.exists(_.coordinates == inside) || (base / inside).isFile
      if (!known)
        throw new MessageOnlyException(
          s"project/bundled.csv says that $module $version is inside $inside, which is not shipped. Look what is in the version that is, and correct the line")
      val Array(group, name) = module.split(":", 2)
      before :+ Component(group, name, version, Seq(licence), inside = Some(inside), integrity = Some(integrity).filter(_.nonEmpty))
    }

  /** The rows of a CSV file below its heading. The last column may have commas; a line that begins with # is a comment. */
  def rows(file: File, columns: Int): Seq[Seq[String]] = {
    val lines = IO.readLines(file).zipWithIndex.filterNot { case (line, _) => line.isEmpty || line.startsWith("#") }
    lines.drop(1).map { case (line, at) =>
      val cells = line.split(",", columns).map(_.trim).toSeq
      if (cells.size < columns)
        throw new MessageOnlyException(s"${file.getName}, line ${at + 1}: has ${cells.size} columns, needs $columns")
      cells
    }
  }
}
