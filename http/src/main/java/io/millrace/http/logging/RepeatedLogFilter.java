package io.millrace.http.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.helpers.MessageFormatter;

/**
 * Writes a warning or an error that repeats word for word once a minute, with how often it was
 * meant. A fault that comes a hundred thousand times must not fill the disk as well.
 */
public final class RepeatedLogFilter extends TurboFilter {
  private static final long LOOK_EVERY_MS = 1_000;

  private record LogMessage(Logger logger, Level level, String text) {}

  private final RepeatLimiter<LogMessage> faults = new RepeatLimiter<>();
  private @Nullable ScheduledFuture<?> look;

  @Override
  public void start() {
    look =
        getContext()
            .getScheduledExecutorService()
            .scheduleWithFixedDelay(
                () -> logSuppressed(now()), LOOK_EVERY_MS, LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
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
    return isCounted && !faults.isNew(message(logger, level, format, params, fault), now())
        ? FilterReply.DENY
        : FilterReply.NEUTRAL;
  }

  private static LogMessage message(
      Logger logger, Level level, String format, Object[] params, Throwable fault) {
    String text = MessageFormatter.arrayFormat(format, params).getMessage();
    return new LogMessage(logger, level, fault == null ? text : text + ": " + fault);
  }

  /** Past the filters: it is new even if it was said before. */
  void logSuppressed(long now) {
    faults
        .takeSuppressed(now)
        .forEach(
            unsaid -> {
              LogMessage what = unsaid.what();
              what.logger()
                  .callAppenders(
                      new LoggingEvent(
                          RepeatedLogFilter.class.getName(),
                          what.logger(),
                          what.level(),
                          "Repeated %d more times in the last minute: %s"
                              .formatted(unsaid.times(), what.text()),
                          null,
                          null));
            });
  }

  static long now() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }
}
