package io.millrace.engine.node;

import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.node.FreeSpace.Level;
import io.millrace.engine.store.WriteProbe;
import java.io.File;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the database can write: a full disk answers every question, and takes nothing. A database
 * that does not answer at all is not this one's business.
 */
final class WriteWatch {
  private static final Logger LOG = LoggerFactory.getLogger(WriteWatch.class);

  private final WriteProbe probe;
  private final FreeSpace needed;
  private final LongSupplier free;
  private volatile String cannotWrite;
  private volatile String noRoom;
  private Level level = Level.ENOUGH;

  /**
   * @param free bytes that the disk of the embedded database has left
   */
  WriteWatch(WriteProbe probe, FreeSpace needed, LongSupplier free) {
    this.probe = probe;
    this.needed = needed;
    this.free = free;
  }

  static WriteWatch start(Hosting node) {
    String files = node.config().getString("db.embedded-in");
    WriteWatch watch =
        new WriteWatch(
            new WriteProbe(node.dataSource()),
            FreeSpace.of(node.config().getConfig("db.free-space")),
            files.isEmpty() ? () -> Long.MAX_VALUE : () -> new File(files).getUsableSpace());
    node.every(
        DurationSetting.of(node.config(), "db.write-every"),
        () -> {
          watch.look();
          return null;
        });
    return watch;
  }

  /** Why nothing can be written; empty if it can, for all that is known. */
  Optional<String> fault() {
    return Optional.ofNullable(noRoom).or(() -> Optional.ofNullable(cannotWrite));
  }

  /** Tries it, where blocking is allowed. */
  void look() {
    lookAtRoom();
    try {
      if (probe.write() && cannotWrite != null) {
        cannotWrite = null;
        LOG.info("The database can write again");
      }
    } catch (SQLException fault) {
      if (!WriteProbe.isAway(fault)) {
        if (cannotWrite == null) {
          LOG.error("The database cannot write: {}", fault.getMessage());
        }
        cannotWrite = "The database cannot write: " + fault.getMessage();
      }
    }
  }

  private void lookAtRoom() {
    long left = free.getAsLong();
    Level now = needed.level(left);
    noRoom = now == Level.TOO_LOW ? needed.describe(left) : null;
    if (now != level) {
      if (now == Level.ENOUGH) {
        LOG.info("The disk of the embedded database has room again");
      } else {
        LOG.warn(needed.describe(left));
      }
      level = now;
    }
  }
}
