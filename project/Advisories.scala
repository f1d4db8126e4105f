import java.time.LocalDate
import java.time.temporal.ChronoUnit

import org.apache.maven.artifact.versioning.ComparableVersion
import sbt._
import sbt.Keys._

/** A published flaw of a package, and in which versions it is: `>=2.19 <2.21.5 | =3.0` is any of these, each with all it says. */
final case class Advisory(id: String, module: String, affected: String, fixed: String, summary: String) {
  private val alternatives = affected.split('|').toSeq.map(_.trim.split("\\s+").toSeq.map {
    case Advisory.Condition(operator, bound) => (operator, new ComparableVersion(bound))
    case other => throw new MessageOnlyException(s"project/advisories.csv: $id has '$other', which is no condition such as <2.1 or >=2.0")
  })

  def hits(component: Component): Boolean = {
    val version = new ComparableVersion(component.version)
    isAbout(component.module.replaceFirst("_(2\\.13|3)$", "")) && alternatives.exists(_.forall { case (operator, bound) =>
      val compared = version.compareTo(bound)
      operator match {
        case "<"  => compared < 0
        case "<=" => compared <= 0
        case "="  => compared == 0
        case ">=" => compared >= 0
        case ">"  => compared > 0
      }
    })
  }

  /** A name that ends with * is that of all modules that begin so. */
  private def isAbout(name: String): Boolean = if (module.endsWith("*")) name.startsWith(module.init) else name == module
}

object Advisory {
  private val Condition = "(<=|>=|<|>|=)([\\w.+-]+)".r
}

/** Compares what is shipped, and what tests use, with project/advisories.csv. */
object Advisories {
  val advisoriesCheck = taskKey[Unit]("Fails if something that is shipped or tested with has a known flaw that nobody has accepted")

  private val reviewEvery = 90 // days
  private val Reviewed = "(?m)^# Reviewed (\\d{4}-\\d\\d-\\d\\d)$".r.unanchored

  def settings(shipped: Project): Seq[Setting[_]] = Seq(advisoriesCheck := {
    val log = streams.value.log
    val base = (ThisBuild / baseDirectory).value
    val reports = update.all(ScopeFilter(inAnyProject)).value
    val all = Components.shipped((shipped / update).value, base) ++ reports.flatMap(Components.resolved(_, "test"))
    val components = all.groupBy(_.coordinates).values.map(_.head).toSeq
    val file = base / "project" / "advisories.csv"
    val advisories = Components.rows(file, 5).map { case Seq(id, module, affected, fixed, summary) => Advisory(id, module, affected, fixed, summary) }
    proveRules(components.head)

    val days = ChronoUnit.DAYS.between(reviewed(file), LocalDate.now())
    if (days > reviewEvery) log.warn(s"project/advisories.csv was reviewed $days days ago: look for newer advisories, and write the date of today there")
    val complaints = complaintsOf(advisories, components, Components.rows(base / "project" / "advisories-accepted.csv", 4))
    if (complaints.nonEmpty) throw new MessageOnlyException(complaints.mkString("\n"))
    log.info(s"${components.size} packages, ${advisories.size} advisories: none applies that was not accepted")
  })

  private def reviewed(file: File): LocalDate = IO.read(file) match {
    case Reviewed(date) => LocalDate.parse(date)
    case _              => throw new MessageOnlyException(s"${file.getName} has no line such as '# Reviewed 2026-11-18'")
  }

  /** What was accepted counts for one version only, and has to go when it is not needed any more. */
  private def complaintsOf(advisories: Seq[Advisory], components: Seq[Component], accepted: Seq[Seq[String]]): Seq[String] = {
    val found = for (component <- components; advisory <- advisories if advisory.hits(component)) yield (advisory, component)
    val keys = found.map { case (advisory, component) => Seq(advisory.id, advisory.module, component.version) }
    val reasons = accepted.filter(_.last.nonEmpty).map(_.init).toSet
    val open = found.zip(keys).filterNot { case (_, key) => reasons(key) }.map { case ((advisory, component), _) =>
      s"${component.module} ${component.version} has ${advisory.id}: ${advisory.summary}. Fixed in ${advisory.fixed}. " +
        "Upgrade it, or write in project/advisories-accepted.csv why it does no harm"
    }
    val stale = accepted.map(_.init).filterNot(keys.toSet).map(key => s"project/advisories-accepted.csv: ${key.mkString(" ")} is not found any more: remove the line")
    open.sorted ++ stale
  }

  /** The rules on cases with a known answer: a check that never finds anything looks like a clean build. */
  private def proveRules(shipped: Component): Unit = {
    val cases = Seq(
      ("<2.10", "2.9", true), ("<2.10", "2.10", false), ("<2.0", "2.0-M1", true), ("<2.0", "2.0.0", false), ("<=1.5", "1.5.1", false),
      (">=2.19 <2.21.5", "2.18.9", false), (">=2.19 <2.21.5", "2.21", true), ("<1.2 | >=1.5 <1.7", "1.3", false),
      ("<1.2 | >=1.5 <1.7", "1.6", true), ("=3.0 | =3.1", "3.1", true), ("<32.0.0", "33.7.2-jre", false))
    for ((affected, version, expected) <- cases)
      if (Advisory("", shipped.module, affected, "", "").hits(shipped.copy(name = shipped.name + "_2.13", version = version)) != expected)
        throw new MessageOnlyException(s"advisoriesCheck is broken: '$affected' and $version")
    val planted = Advisory("CVE-0000-0000", s"${shipped.group}:*", s"<=${shipped.version}", "", "planted")
    val key = Seq(planted.id, planted.module, shipped.version)
    def complaints(advisories: Seq[Advisory], accepted: Seq[String]*) = complaintsOf(advisories, Seq(shipped), accepted).size
    val found = Seq(complaints(Seq(planted)), complaints(Seq(planted), key :+ "a reason"), complaints(Seq(planted), key :+ ""), complaints(Nil, key :+ "a reason"))
    if (found != Seq(1, 0, 1, 1))
      throw new MessageOnlyException("advisoriesCheck is broken: it does not find what was planted")
  }
}
