import java.io.{BufferedInputStream, DataInputStream, FileInputStream}

import sbt._
import sbt.Keys._

/** The tests of `./sbt quick`. A test is slow if its class, or any class of ours that it needs, refers to something that starts a
  * process: a database, a node, a program or a browser. The compiled classes say so, hence nobody has to mark a test. */
object QuickTests extends AutoPlugin {
  override def requires: Plugins = plugins.JvmPlugin
  override def trigger: PluginTrigger = allRequirements

  object autoImport {
    val QuickTest = config("quicktest").extend(Test)
    val quick = taskKey[Unit]("Runs the tests that need no process, and counts them")
  }
  import autoImport.QuickTest

  private val starters = Seq("java/lang/ProcessBuilder", "org/openqa/selenium/")

  /** These name every runner or attack there is. A test of theirs starts none of them. */
  private val namesOnly = Set("io/millrace/engine/worker/RunnerRegistry", "io/millrace/hostile/AttackList")

  override def projectConfigurations: Seq[Configuration] = Seq(QuickTest)

  override def projectSettings: Seq[Setting[_]] = inConfig(QuickTest)(Defaults.testTasks ++ Seq(
    definedTests := {
      val slow = slowIn((Test / fullClasspath).value.map(_.data).filter(_.isDirectory))
      (Test / definedTests).value.filterNot(test => slow(test.name.replace('.', '/')))
    },
    testGrouping := Seq(Tests.Group("quick", definedTests.value, Tests.SubProcess((Test / forkOptions).value))).filter(_.tests.nonEmpty)))

  private def slowIn(folders: Seq[File]): Set[String] = {
    val references = folders.flatMap(folder => (folder ** "*.class").get.map(file => IO.relativize(folder, file).get.stripSuffix(".class") -> referencesOf(file)))
    val users = references.flatMap { case (user, used) => (used - user -- namesOnly).map(_ -> user) }.groupBy(_._1).mapValues(_.map(_._2))

    @annotation.tailrec
    def spread(found: Set[String], last: Set[String]): Set[String] = {
      val next = last.flatMap(users.getOrElse(_, Nil)) -- found
      if (next.isEmpty) found else spread(found ++ next, next)
    }
    val first = users.keySet.filter(name => starters.exists(name.startsWith)).toSet
    spread(first, first)
  }

  /** The classes that a class file names, as section 4.4 of the JVM's specification lays them out. */
  private def referencesOf(file: File): Set[String] = {
    val in = new DataInputStream(new BufferedInputStream(new FileInputStream(file)))
    try {
      in.readLong() // magic number and version
      val texts = collection.mutable.Map.empty[Int, String]
      val classes = collection.mutable.Buffer.empty[Int]
      val size = in.readUnsignedShort()
      var index = 1
      while (index < size) {
        in.readUnsignedByte() match {
          case 1                                    => texts(index) = in.readUTF()
          case 7                                    => classes += in.readUnsignedShort()
          case 8 | 16 | 19 | 20                     => in.readUnsignedShort()
          case 15                                   => in.readUnsignedByte(); in.readUnsignedShort()
          case 3 | 4 | 9 | 10 | 11 | 12 | 17 | 18   => in.readInt()
          case 5 | 6                                => in.readLong(); index += 1 // takes two places
          case tag                                  => throw new MessageOnlyException(s"$file: unknown tag $tag in the constant pool")
        }
        index += 1
      }
      classes.map(texts).map(_.dropWhile(_ == '[').stripPrefix("L").stripSuffix(";")).toSet
    } finally in.close()
  }
}
