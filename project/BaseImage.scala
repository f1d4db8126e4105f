import java.io.FileOutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files
import java.security.MessageDigest

import scala.sys.process._

import org.apache.commons.compress.archivers.tar.{TarArchiveEntry, TarArchiveOutputStream, TarConstants}
import sbt._

/** A base image of this machine's own files, for machines that reach no registry: a JRE, bash, busybox and what they are linked with. It
  * is for trying an image out. A registry's base gets updates, this one does not. */
object BaseImage {
  /** Those of a JRE, without tools, desktops and languages. */
  private val modules = "java.se,jdk.charsets,jdk.crypto.cryptoki,jdk.crypto.ec,jdk.dynalink,jdk.httpserver,jdk.jfr,jdk.management," +
    "jdk.management.agent,jdk.naming.dns,jdk.naming.rmi,jdk.net,jdk.nio.mapmode,jdk.security.auth,jdk.security.jgss,jdk.unsupported,jdk.xml.dom,jdk.zipfs"
  private val applets = Seq("awk", "base64", "basename", "cat", "cp", "cut", "date", "dirname", "echo", "env", "grep", "head", "hostname", "id", "kill",
    "ls", "mkdir", "mv", "ps", "readlink", "realpath", "rm", "sed", "setsid", "sh", "sleep", "tail", "test", "touch", "tr", "true", "uname", "wc")
  /** Programs that are linked elsewhere, such as the embedded PostgreSQL, look for these parts of the C library. */
  private val parts = Seq("libdl.so.2", "libpthread.so.0", "libresolv.so.2", "librt.so.1", "libutil.so.1", "libnss_dns.so.2", "libnss_files.so.2")
  /** They draw and play: a node does neither, and they need a hundred more libraries. */
  private val unused = Seq("libawt", "libfontmanager", "libfreetype", "libjavajpeg", "libjsound", "liblcms", "libmlib", "libsplashscreen")

  /** Whether this machine has what it takes. */
  def isPossible: Boolean = Seq("/bin/bash", "/bin/busybox", "/usr/bin/ldd", sys.props("java.home") + "/bin/jlink", sys.props("java.home") + "/jmods").forall(file(_).exists)

  /** @return an archive as `docker save` writes it */
  def write(target: File, javaHome: File): File = IO.withTemporaryDirectory { scratch =>
    val jre = scratch / "jre"
    run(Seq((javaHome / "bin" / "jlink").toString, "--module-path", (javaHome / "jmods").toString, "--add-modules", modules,
      "--strip-debug", "--no-header-files", "--no-man-pages", "--output", jre.toString))
    val java = jre.allPaths.get.filter(found => found.isFile && !unused.exists(found.getName.startsWith) && !found.getPath.contains("/legal/"))
    val shell = file("/bin/bash")
    val needed = (shell +: java.filter(found => found.getName.endsWith(".so") || found.getName == "java"))
      .flatMap(linked).distinct.filterNot(_.getPath.startsWith(jre.getPath))
    val beside = needed.find(_.getName == "libc.so.6").toSeq.flatMap(libc => parts.map(libc.getParentFile / _)).filter(_.isFile)
    val libraries = (needed ++ beside).distinct.sorted
    val layer = scratch / "layer.tar"
    val tar = new TarArchiveOutputStream(new FileOutputStream(layer), "UTF-8")
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX)
    try {
      add(tar, "tmp/", Integer.parseInt("1777", 8), TarConstants.LF_DIR)
      for (folder <- Seq("data", "etc", "proc", "sys", "dev")) add(tar, folder + "/", Integer.parseInt("755", 8), TarConstants.LF_DIR)
      for (found <- java.sortBy(_.getPath)) copy(tar, "opt/java/" + IO.relativize(jre, found).get, found)
      for (found <- libraries) copy(tar, found.getPath.stripPrefix("/"), found.getCanonicalFile)
      copy(tar, "bin/bash", shell)
      copy(tar, "bin/busybox", file("/bin/busybox"))
      for (applet <- applets) add(tar, "bin/" + applet, Integer.parseInt("777", 8), TarConstants.LF_SYMLINK, "busybox")
      add(tar, "usr/bin/env", Integer.parseInt("777", 8), TarConstants.LF_SYMLINK, "/bin/busybox") // the first line of scripts
    } finally tar.close()
    archive(target, layer)
  }

  private def file(path: String) = new File(path)

  private def linked(program: File): Seq[File] =
    "/\\S+".r.findAllIn(run(Seq("ldd", program.getPath))).toSeq.map(file).filter(_.isFile)

  private def run(command: Seq[String]): String = {
    val output = new StringBuilder
    val exit = Process(command).!(ProcessLogger(line => output.append(line).append('\n'), line => output.append(line).append('\n')))
    if (exit != 0) throw new MessageOnlyException(command.mkString(" ") + ": " + output)
    output.toString
  }

  private def add(tar: TarArchiveOutputStream, path: String, mode: Int, kind: Byte, link: String = ""): Unit = {
    tar.putArchiveEntry(entry(path, mode, kind, link))
    tar.closeArchiveEntry()
  }

  private def entry(path: String, mode: Int, kind: Byte, link: String): TarArchiveEntry = {
    val entry = new TarArchiveEntry(path, kind)
    entry.setMode(mode)
    entry.setModTime(Tarball.epochSecond * 1000)
    if (link.nonEmpty) entry.setLinkName(link)
    entry
  }

  private def copy(tar: TarArchiveOutputStream, path: String, content: File): Unit = {
    val mode = if (Files.isExecutable(content.toPath) || content.getName.contains(".so")) "755" else "644"
    val file = entry(path, Integer.parseInt(mode, 8), TarConstants.LF_NORMAL, "")
    file.setSize(content.length)
    tar.putArchiveEntry(file)
    IO.transfer(content, tar)
    tar.closeArchiveEntry()
  }

  private def archive(file: File, layer: File): File = {
    val arch = if (sys.props("os.arch") == "aarch64") "arm64" else "amd64"
    val digest = Hash.toHex(MessageDigest.getInstance("SHA-256").digest(IO.readBytes(layer)))
    val config = s"""{"architecture":"$arch","os":"linux","config":{"Env":["PATH=/opt/java/bin:/bin","JAVA_HOME=/opt/java"]},"rootfs":{"type":"layers","diff_ids":["sha256:$digest"]},"history":[{"created_by":"millrace"}]}"""
    val manifest = """[{"Config":"config.json","RepoTags":["localhost/millrace-base:1"],"Layers":["layer.tar"]}]"""
    IO.createDirectory(file.getParentFile)
    val tar = new TarArchiveOutputStream(new FileOutputStream(file), "UTF-8")
    tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX)
    try {
      copy(tar, "layer.tar", layer)
      for ((name, text) <- Seq("config.json" -> config, "manifest.json" -> manifest)) {
        val bytes = text.getBytes(UTF_8)
        val described = entry(name, Integer.parseInt("644", 8), TarConstants.LF_NORMAL, "")
        described.setSize(bytes.length)
        tar.putArchiveEntry(described)
        tar.write(bytes)
        tar.closeArchiveEntry()
      }
    } finally tar.close()
    file
  }
}
