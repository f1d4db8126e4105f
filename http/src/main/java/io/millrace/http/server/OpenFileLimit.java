package io.millrace.http.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How many files, sockets among them, this process may have open. */
public final class OpenFileLimit {
  private OpenFileLimit() {}

  /** 0 if that is not known. */
  public static long mostOfThisProcess() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : 0;
  }
}
