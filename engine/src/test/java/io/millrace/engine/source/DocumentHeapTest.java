package io.millrace.engine.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The heap that {@code BodyLimit} keeps for a document of sources is enough to read it. */
class DocumentHeapTest {
  /** Of the 24 times of its length, two are for the bytes that came. */
  private static final int TIMES = 22;

  /** For the program and the libraries. */
  private static final int PROGRAM_MIB = 14;

  @Test
  void theDensestDocumentsAreReadInTheHeapThatIsKeptForThem() throws Exception {
    int heap = PROGRAM_MIB + TIMES * (DenseSources.LENGTH >> 20);
    Process program =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx" + heap + "m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    DenseSources.class.getName()))
            .redirectErrorStream(true)
            .start();
    String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(program.waitFor()).as(said).isZero();
    assertThat(said).contains("collections are taken", "mappings are taken", "secrets are taken");
  }
}
