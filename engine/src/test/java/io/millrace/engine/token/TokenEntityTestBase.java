package io.millrace.engine.token;

import io.millrace.engine.JournalKit;
import io.millrace.engine.TestClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The entity on a real journal. */
abstract class TokenEntityTestBase {
  static JournalKit journal;

  final TestClock clock = new TestClock();
  TokenKit kit;

  @BeforeAll
  static void start() {
    journal = JournalKit.start();
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  @BeforeEach
  void make() {
    kit = new TokenKit(journal, clock);
  }
}
