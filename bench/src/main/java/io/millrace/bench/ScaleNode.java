package io.millrace.bench;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.http.Node;
import io.millrace.http.settings.Settings;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;

/**
 * A node as a process of its own, whose clock jumps a day for every line that it is told. It ends
 * when its parent process is gone.
 */
public final class ScaleNode {
  private ScaleNode() {}

  /**
   * @param args the file with its settings
   */
  public static void main(String[] args) throws IOException {
    JumpingClock clock = new JumpingClock();
    Config settings = Settings.load(ConfigFactory.parseFile(new File(args[0])));
    Node node = Node.start(settings, clock.withZone(ZoneOffset.UTC), () -> 0);
    BufferedReader told =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (told.readLine() != null) {
      clock.jump(Duration.ofDays(1));
    }
    node.close();
    System.exit(0);
  }
}
