package io.millrace.engine.input;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A version that is made from content, for what has no counter. Content with a credential must not
 * be given: a caller that knows the rest of it could guess the credential.
 */
public final class ContentVersion {
  private static final int BYTES = 16;

  private ContentVersion() {}

  public static String of(String content) {
    return of(content.getBytes(StandardCharsets.UTF_8));
  }

  public static String of(byte[] content) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(hash, 0, BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
