package io.millrace.http.logging;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A stack trace, line by line, whose messages have one line each. */
public final class OneLineFaultConverter extends ThrowableProxyConverter {

  @Override
  protected String throwableProxyToString(IThrowableProxy fault) {
    return super.throwableProxyToString(new OneLineThrowable(fault));
  }

  private record OneLineThrowable(IThrowableProxy of) implements IThrowableProxy {
    @Override
    public String getMessage() {
      return OneLineMessageConverter.escape(of.getMessage());
    }

    @Override
    public String getOverridingMessage() {
      return OneLineMessageConverter.escape(of.getOverridingMessage());
    }

    @Override
    public String getClassName() {
      return of.getClassName();
    }

    @Override
    public StackTraceElementProxy[] getStackTraceElementProxyArray() {
      return of.getStackTraceElementProxyArray();
    }

    @Override
    public int getCommonFrames() {
      return of.getCommonFrames();
    }

    @Override
    public @Nullable IThrowableProxy getCause() {
      return of.getCause() == null ? null : new OneLineThrowable(of.getCause());
    }

    @Override
    public IThrowableProxy @Nullable [] getSuppressed() {
      return of.getSuppressed() == null
          ? null
          : Stream.of(of.getSuppressed())
              .map(OneLineThrowable::new)
              .toArray(IThrowableProxy[]::new);
    }

    @Override
    public boolean isCyclic() {
      return of.isCyclic();
    }
  }
}
