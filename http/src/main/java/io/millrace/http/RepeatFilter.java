package io.millrace.http;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Marker;
import org.slf4j.helpers.MessageFormatter;

/**
 * Writes a warning or an error that repeats word for word once a minute, with how often it was
 * meant. A fault that comes a hundred thousand times must not fill the disk as well.
 */
public final class RepeatFilter extends TurboFilter {
  private static final long LOOK_EVERY_MS = 1_000;

  private record Said(Logger logger, Level level, String text) {}

  private final RepeatedFaults<Said> faults = new RepeatedFaults<>();
  private ScheduledFuture<?> look;

  @Override
  public void start() {
    look =
        getContext()
            .getScheduledExecutorService()
            .scheduleWithFixedDelay(
                () -> sayUnsaid(now()), LOOK_EVERY_MS, LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
    super.start();
  }

  @Override
  public void stop() {
    if (look != null) {
      look.cancel(false);
    }
    super.stop();
  }

  @Override
  public FilterReply decide(
      Marker marker, Logger logger, Level level, String format, Object[] params, Throwable fault) {
    boolean isCounted =
        format != null
            && level.isGreaterOrEqual(Level.WARN)
            && level.isGreaterOrEqual(logger.getEffectiveLevel());
    return isCounted && !faults.isNew(said(logger, level, format, params, fault), now())
        ? FilterReply.DENY
        : FilterReply.NEUTRAL;
  }

  private static Said said(
      Logger logger, Level level, String format, Object[] params, Throwable fault) {
    String text = MessageFormatter.arrayFormat(format, params).getMessage();
    return new Said(logger, level, fault == null ? text : text + ": " + fault);
  }

  /** Past the filters: it is new even if it was said before. */
  void sayUnsaid(long now) {
    faults
        .over(now)
        .forEach(
            unsaid -> {
              Said what = unsaid.what();
              what.logger()
                  .callAppenders(
                      new LoggingEvent(
                          RepeatFilter.class.getName(),
                          what.logger(),
                          what.level(),
                          "Said %d times more in the last minute: %s"
                              .formatted(unsaid.times(), what.text()),
                          null,
                          null));
            });
  }

  static long now() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }
}
