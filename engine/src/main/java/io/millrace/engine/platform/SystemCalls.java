package io.millrace.engine.platform;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import jnr.ffi.LibraryLoader;
import jnr.ffi.annotations.Out;
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

    int pipe(@Out int[] ends);
  }

  /** At the first call: not every program needs it, and loading takes a moment. */
  private static final class LibCHolder {
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
      if (LibCHolder.LIB_C.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0) {
        return;
      }
      LOG.warn("Programs of this user can read the memory of this node: prctl was refused");
    } catch (LinkageError | RuntimeException fault) {
      LOG.warn("Programs of this user can read the memory of this node: {}", fault.toString());
    }
  }

  /**
   * Opens a pipe.
   *
   * @return the numbers of its reading and its writing end
   * @throws LinkageError if the C library cannot be called on this machine
   */
  public static int[] pipe() throws IOException {
    int[] ends = new int[2];
    if (LibCHolder.LIB_C.pipe(ends) != 0) {
      throw new IOException("No pipe: this process has too many open files");
    }
    return ends;
  }

  /** Closes an open file by its number. */
  public static void close(int descriptor) {
    LibCHolder.LIB_C.close(descriptor);
  }

  public static boolean isRoot() {
    return userId() == 0;
  }

  static long userId() {
    return new UnixSystem().getUid();
  }
}
