package io.millrace.hostile;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** One connection of a {@link ConnectionSwarm}: what it says, and what it was told. */
final class SwarmMember {
  /**
   * What a connection says.
   *
   * @param opening at once
   * @param drip then one byte of this at a time, from its beginning again at its end; may be empty
   * @param everyMillis how often such a byte
   */
  record SwarmScript(byte[] opening, byte[] drip, long everyMillis) {
    static SwarmScript silentAfter(String opening) {
      return new SwarmScript(bytes(opening), new byte[0], 0);
    }

    static SwarmScript dripping(String opening, String drip, long everyMillis) {
      return new SwarmScript(bytes(opening), bytes(drip), everyMillis);
    }

    private static byte[] bytes(String text) {
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  private static final int STATUS_FROM = 9;
  private static final int STATUS_TO = 12;

  private final SocketChannel channel;
  private final SwarmScript script;
  private final ByteBuffer opening;
  private final StringBuilder head = new StringBuilder();
  private long nextDripAt;
  private int dripped;
  private boolean closed;
  private boolean failed;

  SwarmMember(SocketChannel channel, SwarmScript script) {
    this.channel = channel;
    this.script = script;
    this.opening = ByteBuffer.wrap(script.opening());
  }

  /** It is connected, and says what it has to say first. */
  void connected(long now) {
    try {
      channel.finishConnect();
      channel.write(opening);
      nextDripAt = now + script.everyMillis();
    } catch (IOException refused) {
      failed = true;
      close(false);
    }
  }

  void drip(long now) {
    if (closed || script.drip().length == 0 || now < nextDripAt || !channel.isConnected()) {
      return;
    }
    nextDripAt = now + script.everyMillis();
    byte next = script.drip()[dripped++ % script.drip().length];
    try {
      channel.write(ByteBuffer.wrap(new byte[] {next}));
    } catch (IOException cut) {
      close(false);
    }
  }

  void read(ByteBuffer buffer) {
    try {
      buffer.clear();
      int read = channel.read(buffer);
      if (read < 0) {
        close(false);
      } else if (head.length() < STATUS_TO) {
        buffer.flip();
        head.append(StandardCharsets.ISO_8859_1.decode(buffer), 0, Math.min(read, STATUS_TO));
      }
    } catch (IOException reset) {
      close(false);
    }
  }

  /**
   * @param abruptly with a reset, as a machine does that is switched off
   */
  void close(boolean abruptly) {
    closed = true;
    try {
      if (abruptly && channel.isOpen()) {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      }
      channel.close();
    } catch (IOException gone) {
      // it is closed
    }
  }

  boolean isConnected() {
    return channel.isConnected();
  }

  boolean isClosed() {
    return closed;
  }

  /** It got an answer, or was closed. */
  boolean isSettled() {
    return closed || head.length() >= STATUS_TO;
  }

  /** Its status, or what became of it without one. */
  String outcome() {
    if (head.length() >= STATUS_TO) {
      return head.substring(STATUS_FROM, STATUS_TO);
    }
    return failed ? "unreachable" : closed ? AttackTally.CLOSED : "open";
  }
}
