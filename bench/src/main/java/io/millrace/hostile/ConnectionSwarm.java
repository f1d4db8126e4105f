package io.millrace.hostile;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/**
 * Thousands of connections that cost next to nothing: one thread, which sends only what is due. So
 * what others measure meanwhile is the node, and not the attacker.
 */
final class ConnectionSwarm implements AutoCloseable {
  private static final long SELECT_MILLIS = 10;
  private static final long DRIP_MILLIS = 100;

  /** Files that this program needs for itself. */
  private static final int KEPT_FILES = 300;

  private final InetSocketAddress address;
  private final int number;
  private final int perSecond;
  private final IntFunction<SwarmMember.SwarmScript> scripts;
  private final Selector selector = Selector.open();
  private final List<SwarmMember> members = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
  private final long began = System.nanoTime();
  private long drippedAt;

  /**
   * @param number no more than this program may have files open
   * @param perSecond how many are opened in a second
   */
  ConnectionSwarm(
      InetSocketAddress address,
      int number,
      int perSecond,
      IntFunction<SwarmMember.SwarmScript> scripts)
      throws IOException {
    this.address = address;
    this.number = Math.max(1, Math.min(number, mostFiles() - KEPT_FILES));
    this.perSecond = perSecond;
    this.scripts = scripts;
  }

  static int mostFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? (int) Math.min(unix.getMaxFileDescriptorCount(), Integer.MAX_VALUE)
        : 1024;
  }

  /**
   * Repeats until that is so.
   *
   * @return whether it was so within that time
   */
  boolean run(Duration most, BooleanSupplier until) throws IOException {
    long end = System.nanoTime() + most.toNanos();
    while (!until.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      step();
    }
    return true;
  }

  private void step() throws IOException {
    long millis = (System.nanoTime() - began) / 1_000_000;
    for (long due = Math.min(number, 1 + millis * perSecond / 1_000); members.size() < due; ) {
      open();
    }
    selector.select(SELECT_MILLIS);
    for (SelectionKey key : selector.selectedKeys()) {
      SwarmMember member = (SwarmMember) key.attachment();
      if (key.isValid() && key.isConnectable()) {
        key.interestOps(SelectionKey.OP_READ);
        member.connected(millis);
      } else if (key.isValid() && key.isReadable()) {
        member.read(buffer);
      }
    }
    selector.selectedKeys().clear();
    if (millis - drippedAt >= DRIP_MILLIS) {
      drippedAt = millis;
      members.forEach(member -> member.drip(millis));
    }
  }

  private void open() throws IOException {
    SocketChannel channel = SocketChannel.open();
    channel.configureBlocking(false);
    SwarmMember member = new SwarmMember(channel, scripts.apply(members.size()));
    members.add(member);
    channel.register(selector, SelectionKey.OP_CONNECT, member);
    channel.connect(address);
  }

  int number() {
    return number;
  }

  boolean isComplete() {
    return members.size() == number;
  }

  /** How many have said what they have to say first, or were cut off. */
  long reached() {
    return members.stream().filter(member -> member.isConnected() || member.isClosed()).count();
  }

  /** How many were answered or closed. */
  long settled() {
    return members.stream().filter(SwarmMember::isSettled).count();
  }

  long closed() {
    return members.stream().filter(SwarmMember::isClosed).count();
  }

  List<String> outcomes() {
    return members.stream().map(SwarmMember::outcome).toList();
  }

  void countIn(AttackTally tally) {
    outcomes().forEach(tally::add);
  }

  /** Half of them say good-bye, and half are just gone. */
  void hangUp(Random random) {
    members.forEach(member -> member.close(random.nextBoolean()));
  }

  @Override
  public void close() throws IOException {
    members.forEach(member -> member.close(false));
    selector.close();
  }
}
