package io.millrace.engine.guard;

import com.typesafe.config.Config;
import io.millrace.engine.guard.FreeSpaceLimits.SpaceLevel;
import io.millrace.engine.input.DurationSetting;
import io.millrace.engine.sql.PeriodicCalls;
import java.io.File;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks whether the database can write: with a full disk it answers queries but accepts no writes.
 * A database that does not answer at all is detected elsewhere.
 */
public final class DatabaseWriteWatch {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseWriteWatch.class);

  private final WriteProbe probe;
  private final FreeSpaceLimits needed;
  private final LongSupplier free;
  private volatile @Nullable String cannotWrite;
  private volatile @Nullable String noRoom;
  private SpaceLevel level = SpaceLevel.ENOUGH;

  /**
   * @param free the free bytes on the disk of the embedded database
   */
  DatabaseWriteWatch(WriteProbe probe, FreeSpaceLimits needed, LongSupplier free) {
    this.probe = probe;
    this.needed = needed;
    this.free = free;
  }

  /**
   * @param config that of {@code millrace}
   */
  public static DatabaseWriteWatch start(
      Config config, DataSource dataSource, PeriodicCalls periodicCalls) {
    String files = config.getString("db.embedded-in");
    DatabaseWriteWatch watch =
        new DatabaseWriteWatch(
            new WriteProbe(dataSource),
            FreeSpaceLimits.of(config.getConfig("db.free-space")),
            files.isEmpty() ? () -> Long.MAX_VALUE : () -> new File(files).getUsableSpace());
    periodicCalls.repeat(
        DurationSetting.of(config, "db.write-every"),
        () -> {
          watch.check();
          return null;
        });
    return watch;
  }

  /** Returns why nothing can be written; empty if it can, as far as is known. */
  public Optional<String> fault() {
    return Optional.ofNullable(noRoom).or(() -> Optional.ofNullable(cannotWrite));
  }

  /** Tries a write. This blocks. */
  void check() {
    checkFreeSpace();
    try {
      if (probe.write() && cannotWrite != null) {
        cannotWrite = null;
        LOG.info("The database can write again");
      }
    } catch (SQLException fault) {
      if (!WriteProbe.isAway(fault)) {
        if (cannotWrite == null) {
          LOG.error("The database cannot write", fault);
        }
        cannotWrite = "The database cannot write: " + fault.getMessage();
      }
    }
  }

  private void checkFreeSpace() {
    long left = free.getAsLong();
    SpaceLevel now = needed.level(left);
    noRoom = now == SpaceLevel.TOO_LOW ? needed.describe(left) : null;
    if (now != level) {
      if (now == SpaceLevel.ENOUGH) {
        LOG.info("The disk of the embedded database has room again");
      } else {
        LOG.warn(needed.describe(left));
      }
      level = now;
    }
  }
}
