package io.millrace.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.database.EmbeddedDatabase;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The short form of {@code ./sbt hostile}: every attack on a real node. */
@EnabledOnOs(OS.LINUX)
class HostileTest {
  /** Shorter than usual, so that slow clients are soon cut off. */
  private static final String SETTINGS =
      """
      millrace.http { headers-within = 3s, body-within = 7s, wrong-tokens = 60 }
      millrace.worker.drain = 0s
      """;

  @Test
  void aNodeHoldsAgainstEveryAttack(@TempDir Path home) throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    boolean held;
    try (EmbeddedDatabase database = EmbeddedDatabase.start(home.resolve("database"));
        AttackedNode node =
            AttackedNode.start(
                home,
                database.url(),
                SETTINGS,
                List.of("-Xmx512m", "-XX:TieredStopAtLevel=1"))) { // it does not live long
      List<String> args = new ArrayList<>(node.arguments());
      args.addAll(List.of("--size", "short", "--seed", "20261118"));
      AttackSuite suite =
          new AttackSuite(
              HostileOptions.parse(args, AttackedNode.TOKEN, 0),
              Clock.systemUTC(),
              new PrintStream(said, true, StandardCharsets.UTF_8));
      suite.checkTarget();
      suite.announce();
      held = suite.run();
    }
    String text = said.toString(StandardCharsets.UTF_8);
    System.out.print(text);
    assertThat(held).as(text).isTrue();
    assertThat(text).endsWith("verdict: ok" + System.lineSeparator()).doesNotContain("not here");
    assertThat(text)
        .contains(AttackList.ALL.stream().map(attack -> "\n" + attack.name() + " ").toList());
  }
}
