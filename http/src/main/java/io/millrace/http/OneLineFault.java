package io.millrace.http;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import java.util.stream.Stream;

/** A stack trace, line by line, whose messages have one line each. */
public final class OneLineFault extends ThrowableProxyConverter {

  @Override
  protected String throwableProxyToString(IThrowableProxy fault) {
    return super.throwableProxyToString(new Fault(fault));
  }

  private record Fault(IThrowableProxy of) implements IThrowableProxy {
    @Override
    public String getMessage() {
      return OneLine.of(of.getMessage());
    }

    @Override
    public String getOverridingMessage() {
      return OneLine.of(of.getOverridingMessage());
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
    public IThrowableProxy getCause() {
      return of.getCause() == null ? null : new Fault(of.getCause());
    }

    @Override
    public IThrowableProxy[] getSuppressed() {
      return of.getSuppressed() == null
          ? null
          : Stream.of(of.getSuppressed()).map(Fault::new).toArray(IThrowableProxy[]::new);
    }

    @Override
    public boolean isCyclic() {
      return of.isCyclic();
    }
  }
}
