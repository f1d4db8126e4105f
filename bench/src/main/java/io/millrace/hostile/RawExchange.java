package io.millrace.hostile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes that were sent on a connection of their own, and what came back.
 *
 * @param text all of it, up to a bound
 * @param isClosed whether the other side ended the connection
 */
record RawExchange(String text, boolean isClosed) {
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
  private static final int MOST_BYTES = 4 * 1024 * 1024;

  /**
   * @param patience until the answer must be there and the connection closed
   */
  static RawExchange of(InetSocketAddress address, byte[] bytes, Duration patience)
      throws IOException {
    long end = System.nanoTime() + patience.toNanos();
    try (Socket socket = new Socket()) {
      socket.connect(address, (int) patience.toMillis());
      try {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
      } catch (IOException answeredBefore) {
        // what was answered is read below
      }
      return read(socket, end);
    }
  }

  private static RawExchange read(Socket socket, long end) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[16 * 1024];
    boolean closed = false;
    try {
      InputStream in = socket.getInputStream();
      while (!closed && all.size() < MOST_BYTES) {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          break;
        }
        socket.setSoTimeout((int) left);
        int read = in.read(buffer);
        closed = read < 0;
        all.write(buffer, 0, Math.max(0, read));
      }
    } catch (SocketTimeoutException stillOpen) {
      closed = false;
    } catch (IOException reset) {
      closed = true;
    }
    return new RawExchange(all.toString(StandardCharsets.ISO_8859_1), closed);
  }

  /** The status of each answer, without the interim ones (1xx). */
  List<Integer> statuses() {
    List<Integer> found = new ArrayList<>();
    Matcher status = STATUS.matcher(text);
    while (status.find()) {
      if (!status.group(1).equals("100")) {
        found.add(Integer.valueOf(status.group(1)));
      }
    }
    return found;
  }

  /** Of the first answer; 0 if there is none. */
  int status() {
    return statuses().isEmpty() ? 0 : statuses().get(0);
  }
}
