package io.millrace.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The address of a node in its data directory, where the command line finds it. */
final class AddressFile {
  private static final Logger LOG = LoggerFactory.getLogger(AddressFile.class);

  private AddressFile() {}

  /** The address for programs on this machine. */
  static String url(InetSocketAddress address) {
    String host = address.getAddress().isAnyLocalAddress() ? "127.0.0.1" : address.getHostString();
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  /** A convenience only: a node with a directory that it cannot write to serves all the same. */
  static void write(Path dataDir, InetSocketAddress address) {
    if (!Files.isDirectory(dataDir)) {
      return;
    }
    try {
      Path written = dataDir.resolve("url.new");
      Files.writeString(written, url(address) + "\n");
      Files.move(written, dataDir.resolve("url"), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException fault) {
      LOG.debug("The address is not written to {}", dataDir, fault);
    }
  }
}
