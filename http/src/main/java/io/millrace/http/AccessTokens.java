package io.millrace.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.sql.DataSource;

/** The tokens that open the API. The database has only their hashes. */
final class AccessTokens {
  private static final String FROM_ENVIRONMENT = "MILLRACE_ADMIN_TOKEN";
  private static final int LEAST_LENGTH = 16;

  private final List<byte[]> adminHashes;

  private AccessTokens(List<byte[]> adminHashes) {
    this.adminHashes = adminHashes;
  }

  /** Looks at every hash, whether or not one fits, so that the time taken tells nothing. */
  boolean isAdmin(String token) {
    byte[] presented = hash(token);
    boolean known = false;
    for (byte[] hash : adminHashes) {
      known |= MessageDigest.isEqual(hash, presented);
    }
    return known;
  }

  /**
   * The admin token from the environment, else the one kept in the data directory, else a new one.
   *
   * @param given from the environment; empty if none is
   */
  static AccessTokens open(DataSource database, Path dataDir, String given)
      throws SQLException, IOException {
    if (!given.isEmpty() && given.length() < LEAST_LENGTH) {
      throw new IllegalArgumentException(
          FROM_ENVIRONMENT + " must have at least " + LEAST_LENGTH + " characters");
    }
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      forget(connection, FROM_ENVIRONMENT); // one that is not given any more is not valid any more
      if (given.isEmpty()) {
        save(connection, hash(kept(dataDir)), "data directory");
      } else {
        save(connection, hash(given), FROM_ENVIRONMENT);
      }
      connection.commit();
      return new AccessTokens(adminHashes(connection));
    }
  }

  static Path tokenFile(Path dataDir) {
    return dataDir.resolve("admin-token");
  }

  private static String kept(Path dataDir) throws IOException {
    Path file = tokenFile(dataDir);
    String kept = Files.exists(file) ? Files.readString(file).strip() : "";
    if (kept.isEmpty()) {
      return create(file);
    }
    if (kept.length() < LEAST_LENGTH) {
      throw new IllegalArgumentException(
          file + " must have at least " + LEAST_LENGTH + " characters; without it, one is made");
    }
    return kept;
  }

  /** The file is there as a whole or not at all, also if the node is killed meanwhile. */
  private static String create(Path file) throws IOException {
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    Files.createDirectories(file.getParent());
    Path written = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(written);
    Files.createFile(
        written,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(written, token + "\n", StandardOpenOption.WRITE);
    Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    return token;
  }

  private static void forget(Connection connection, String note) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("delete from access_token where note = ?")) {
      delete.setString(1, note);
      delete.executeUpdate();
    }
  }

  private static void save(Connection connection, byte[] hash, String note) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into access_token (hash, role, note) values (?, 'admin', ?)"
                + " on conflict (hash) do nothing")) {
      insert.setBytes(1, hash);
      insert.setString(2, note);
      insert.executeUpdate();
    }
  }

  private static List<byte[]> adminHashes(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement("select hash from access_token where role = 'admin'");
        ResultSet row = select.executeQuery()) {
      List<byte[]> hashes = new ArrayList<>();
      while (row.next()) {
        hashes.add(row.getBytes(1));
      }
      return hashes;
    }
  }

  private static byte[] hash(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
