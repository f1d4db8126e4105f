package io.millrace.http.page;

import io.millrace.engine.database.DatabaseUrl;
import io.millrace.engine.database.TestDatabase;
import io.millrace.http.TestNode;
import java.time.Clock;
import org.junit.jupiter.api.Test;

/** A node that is gone is said, and the page goes on by itself when it is back. */
class PageRecoveryTest {

  @Test
  void aDeadServerIsShownAndThePageRecovers() {
    DatabaseUrl database = TestDatabase.fresh();
    TestNode node = TestNode.start("", Clock.systemUTC(), database);
    int port = node.address().getPort();
    try (BrowserPage page = BrowserPage.at(node, TestNode.TOKEN, "tasks")) {
      page.shows("main", "No tasks match");
      node.close();
      page.shows(".banner.wrong", "does not answer");
      node = TestNode.start("millrace.http.port = " + port, Clock.systemUTC(), database);
      page.gone(".banner.wrong");
      node.client.queue("demo", "c");
      page.shows("main table", "demo", BrowserPage.SOON);
    } finally {
      node.close();
    }
  }
}
