import java.security.MessageDigest
import java.time.Instant
import java.util.Date

import scala.collection.JavaConverters._

import com.github.packageurl.PackageURL
import org.cyclonedx.Version
import org.cyclonedx.exception.ParseException
import org.cyclonedx.generators.BomGeneratorFactory
import org.cyclonedx.model.{Bom, Dependency, Hash => BomHash, License, LicenseChoice, Metadata, Property, Component => BomComponent}
import org.cyclonedx.model.license.Expression
import org.cyclonedx.parsers.JsonParser
import org.cyclonedx.util.LicenseResolver
import sbt._
import sbt.Keys._

/** Writes what the program is shipped with as a CycloneDX file. The same packages give the same file, byte by byte. */
object Sbom {
  val sbom = taskKey[File]("Writes target/millrace-sbom.cdx.json")

  private val format = Version.VERSION_16

  def settings(shipped: Project): Seq[Setting[_]] = Seq(sbom := {
    val base = (ThisBuild / baseDirectory).value
    val components = Components.shipped((shipped / updateFull).value, base).distinct.sortBy(_.coordinates)
    val file = target.value / "millrace-sbom.cdx.json"
    val text = BomGeneratorFactory.createJson(format, bom(components, (shipped / version).value, base)).toJsonString
    val faults = validated(text)
    if (faults.nonEmpty) throw new MessageOnlyException(s"The file is not CycloneDX ${format.getVersionString}: " + faults.map(_.getMessage).mkString("; "))
    IO.write(file, text)
    streams.value.log.info(s"${components.size} packages in $file")
    file
  })

  /** The library finds its schemas by the loader of the thread, which is not its own within sbt. */
  private def validated(text: String): Seq[ParseException] = {
    val thread = Thread.currentThread
    val loader = thread.getContextClassLoader
    thread.setContextClassLoader(classOf[JsonParser].getClassLoader)
    try new JsonParser().validate(text, format).asScala
    finally thread.setContextClassLoader(loader)
  }

  private def bom(components: Seq[Component], version: String, base: File): Bom = {
    val parts = components.flatMap(component => partsOf(component, base).map(component -> _))
    val root = part(BomComponent.Type.APPLICATION, "io.millrace", "millrace", version, s"pkg:maven/io.millrace/millrace@$version")
    val metadata = new Metadata
    metadata.setComponent(root)
    // No time and no number of its own, unless a build that can be repeated gives it a time.
    metadata.setTimestamp(sys.env.get("SOURCE_DATE_EPOCH").map(seconds => Date.from(Instant.ofEpochSecond(seconds.toLong))).orNull)
    val bom = new Bom
    bom.setMetadata(metadata)
    parts.foreach { case (_, found) => bom.addComponent(found) }

    // What asks for a package is known by its name; what is copied into this repository is asked for by us.
    val named = components.map(component => component.module -> component).toMap
    val edges = for ((component, found) <- parts; user <- usersOf(component, named)) yield user -> found.getBomRef
    val refs = parts.map { case (component, found) => Some(component.module) -> found.getBomRef }
    for ((user, ref) <- (None -> root.getBomRef) +: refs) {
      val dependency = new Dependency(ref)
      edges.collect { case (`user`, needed) if needed != ref => needed }.distinct.sorted.foreach(needed => dependency.addDependency(new Dependency(needed)))
      bom.addDependency(dependency)
    }
    bom
  }

  /** None is Millrace itself. */
  private def usersOf(component: Component, named: Map[String, Component]): Set[Option[String]] = component.inside match {
    case Some(inside) => Set(Some(inside.split(':').init.mkString(":")).filter(named.contains))
    case None         => component.users.flatMap(user => if (user.startsWith("io.millrace:")) Some(None) else named.get(user).map(known => Some(known.module)))
  }

  /** One for each file of a package. */
  private def partsOf(component: Component, base: File): Seq[BomComponent] = {
    import component._
    val files = artifacts.map { case (artifact, file) => artifact.classifier -> Some(file) }
    val copied = inside.map(base / _).filter(_.isFile)
    (if (files.isEmpty) Seq(None -> copied) else files).map { case (classifier, file) =>
      val npm = group == "npm"
      val qualifiers = classifier.map(c => s"?classifier=$c&type=jar").getOrElse(if (npm) "" else "?type=jar")
      val purl = if (npm) s"pkg:npm/${name.replace("@", "%40")}@$version" else s"pkg:maven/$group/$name@$version$qualifiers"
      val found = part(BomComponent.Type.LIBRARY, if (npm) null else group, name, version, purl)
      found.setLicenses(licenceChoice(licences))
      file.foreach(f => found.addHash(new BomHash(BomHash.Algorithm.SHA_256, sha256(f))))
      integrity.foreach(hash => found.addProperty(new Property("npm:integrity", hash)))
      found
    }
  }

  private def sha256(file: File): String = Hash.toHex(MessageDigest.getInstance("SHA-256").digest(IO.readBytes(file)))

  private def part(kind: BomComponent.Type, group: String, name: String, version: String, purl: String): BomComponent = {
    val part = new BomComponent
    part.setType(kind)
    part.setGroup(group)
    part.setName(name)
    part.setVersion(version)
    part.setPurl(new PackageURL(purl))
    part.setBomRef(purl)
    part
  }

  /** By the identifier of SPDX if the name says clearly which one it is, else by that name. */
  private def licenceChoice(names: Seq[String]): LicenseChoice = {
    val choice = new LicenseChoice
    names.foreach {
      case either if either.contains(" OR ") => choice.setExpression(new Expression(either))
      case name =>
        val resolved = if (name == "BSD") None else Option(LicenseResolver.resolve(name, false))
        val known = resolved.flatMap(found => Option(found.getLicenses)).flatMap(_.asScala.headOption)
        choice.addLicense(known.getOrElse { val other = new License; other.setName(name); other })
    }
    if (names.isEmpty) null else choice
  }
}
