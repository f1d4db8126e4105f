package io.millrace.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How many files, sockets among them, this process may have open. */
final class OpenFiles {
  private OpenFiles() {}

  /** 0 if that is not known. */
  static long mostOfThisProcess() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : 0;
  }
}
