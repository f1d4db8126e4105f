package io.millrace.engine;

import com.sun.security.auth.module.UnixSystem;
import jnr.ffi.LibraryLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What Java has no words for. */
public final class SystemCalls {
  private static final Logger LOG = LoggerFactory.getLogger(SystemCalls.class);
  private static final int PR_SET_DUMPABLE = 4;

  private SystemCalls() {}

  /** The functions of the C library that are called; public, so that they can be bound. */
  public interface LibC {
    int prctl(int option, long value, long unused3, long unused4, long unused5);

    int close(int descriptor);
  }

  /** At the first call: not every program needs it, and loading takes a moment. */
  private static final class Loaded {
    private static final LibC LIB_C = LibraryLoader.create(LibC.class).load("c");
  }

  /**
   * Closes the environment and the memory of this process to all others but root's. Programs of the
   * same user, such as those that tasks run, could read them otherwise. A program that this process
   * starts is open again.
   */
  public static void denyInspection() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return;
    }
    try {
      if (Loaded.LIB_C.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0) {
        return;
      }
      LOG.warn("Programs of this user can read the memory of this node: prctl was refused");
    } catch (LinkageError | RuntimeException fault) {
      LOG.warn("Programs of this user can read the memory of this node: {}", fault.toString());
    }
  }

  /** Closes a file that was open when this process began. */
  public static void close(int descriptor) {
    Loaded.LIB_C.close(descriptor);
  }

  public static boolean isRoot() {
    return userId() == 0;
  }

  static long userId() {
    return new UnixSystem().getUid();
  }
}
