package io.millrace.engine.platform;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import jnr.ffi.LibraryLoader;
import jnr.ffi.annotations.Out;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls of the C library for tasks that Java has no API for. */
public final class SystemCalls {
  private static final Logger LOG = LoggerFactory.getLogger(SystemCalls.class);
  private static final int PR_SET_DUMPABLE = 4;

  private SystemCalls() {}

  /** The functions of the C library that this class calls. Public, so that they can be bound. */
  public interface LibC {
    int prctl(int option, long value, long unused3, long unused4, long unused5);

    int close(int descriptor);

    int pipe(@Out int[] ends);
  }

  /** Loads the library at the first call: not every program needs it, and loading takes time. */
  private static final class LibCHolder {
    private static final LibC LIB_C = LibraryLoader.create(LibC.class).load("c");
  }

  /**
   * Denies all other processes, except root's, access to the environment and memory of this
   * process. Otherwise programs of the same user, such as the programs of tasks, could read them.
   * Programs that this process starts do not inherit the protection.
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
      LOG.warn("Programs of this user can read the memory of this node", fault);
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
      throw new IOException("Cannot open a pipe: this process has too many open files");
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
