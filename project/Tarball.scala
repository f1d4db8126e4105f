import java.io.{BufferedOutputStream, FileOutputStream}
import java.util.zip.{Deflater, GZIPOutputStream}

import org.apache.commons.compress.archivers.tar.{TarArchiveEntry, TarArchiveOutputStream, TarConstants}
import sbt._

/** A file in an archive.
  *
  * @param path within the archive, without a slash in front
  */
case class PackedFile(path: String, content: File, executable: Boolean = false)

/** Writes archives that can be repeated: the same files give the same bytes, whoever writes them, when and where. */
object Tarball {
  /** Entries without a time of their own have this one, the first moment that every tool can show. */
  val epochSecond: Long = sys.env.get("SOURCE_DATE_EPOCH").map(_.toLong).getOrElse(315532800L)

  def write(file: File, files: Seq[PackedFile]): File = {
    IO.createDirectory(file.getParentFile)
    val out = new GZIPOutputStream(new BufferedOutputStream(new FileOutputStream(file)), 1 << 16) { `def`.setLevel(Deflater.BEST_SPEED) } // jars are compressed already
    val tar = new TarArchiveOutputStream(out, "UTF-8")
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX)
    try {
      for (folder <- files.flatMap(packed => foldersOf(packed.path)).distinct.sorted) entry(tar, folder + "/", 0x1ed, None)
      for (packed <- files.sortBy(_.path)) entry(tar, packed.path, if (packed.executable) 0x1ed else 0x1a4, Some(packed.content))
    } finally tar.close()
    file
  }

  private def foldersOf(path: String): Seq[String] = path.split('/').inits.toSeq.drop(1).filter(_.nonEmpty).map(_.mkString("/"))

  /** @param mode 755 or 644, as a number */
  private def entry(tar: TarArchiveOutputStream, path: String, mode: Int, content: Option[File]): Unit = {
    val entry = new TarArchiveEntry(path, if (content.isEmpty) TarConstants.LF_DIR else TarConstants.LF_NORMAL)
    entry.setMode(mode)
    entry.setModTime(epochSecond * 1000)
    entry.setIds(0, 0)
    entry.setNames("root", "root")
    content.foreach(file => entry.setSize(file.length))
    tar.putArchiveEntry(entry)
    content.foreach(file => IO.transfer(file, tar))
    tar.closeArchiveEntry()
  }
}
