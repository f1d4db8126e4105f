package io.millrace.engine.guard;

import io.millrace.engine.database.DatabaseUrl;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the session of this node open, on a thread of its own, and looks at the other nodes again
 * and again. A session that was ended is opened again at the next look.
 */
final class LifeSessionKeeper implements AutoCloseable {
  static final Duration LOOK_EVERY = Duration.ofMillis(150);
  private static final Logger LOG = LoggerFactory.getLogger(LifeSessionKeeper.class);

  private final DatabaseUrl url;
  private final String node;
  private final Peers peers;
  private final Consumer<NodeObservation> looked;
  private final Runnable failed;
  private final Thread thread = new Thread(this::run, "life-session");
  private @Nullable LifeSession session;
  private boolean warned;

  /**
   * @param failed called if the database does not answer
   */
  private LifeSessionKeeper(
      DatabaseUrl url,
      String node,
      Peers peers,
      Consumer<NodeObservation> looked,
      Runnable failed) {
    this.url = url;
    this.node = node;
    this.peers = peers;
    this.looked = looked;
    this.failed = failed;
  }

  static LifeSessionKeeper start(
      DatabaseUrl url,
      String node,
      Peers peers,
      Consumer<NodeObservation> looked,
      Runnable failed) {
    LifeSessionKeeper keeper = new LifeSessionKeeper(url, node, peers, looked, failed);
    keeper.thread.setDaemon(true);
    keeper.thread.start();
    return keeper;
  }

  private void run() {
    try {
      while (true) {
        lookOnce();
        Thread.sleep(LOOK_EVERY.toMillis());
      }
    } catch (InterruptedException closed) {
      closeSession();
    }
  }

  private void lookOnce() {
    try {
      LifeSession open = session == null ? LifeSession.open(url, node) : session;
      session = open;
      if (peers.isUp()) {
        open.lock();
      }
      looked.accept(open.look(peers.names()));
      if (open.isPooled() && !warned) {
        warned = true;
        LOG.warn(
            "A pooler lends this node's database sessions to others. So the nodes notice later that"
                + " one of them has died. Connect without it, or pool by session");
      }
    } catch (SQLException | RuntimeException fault) {
      LOG.debug("The session of this node has ended", fault);
      closeSession();
      failed.run();
    }
  }

  private void closeSession() {
    LifeSession open = session;
    session = null;
    if (open != null) {
      try {
        open.close();
      } catch (SQLException harmless) {
        LOG.debug("The session was closed by the database", harmless);
      }
    }
  }

  /** Ends the session. Call it after this node has left; otherwise the others take it for dead. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
