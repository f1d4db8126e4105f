package io.millrace.http.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/** The text of a token: how it is made, and the hash that is all anybody keeps of it. */
final class AccessTokenSecret {
  private static final String PREFIX = "mr_";
  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private AccessTokenSecret() {}

  static String make() {
    byte[] random = new byte[BYTES];
    RANDOM.nextBytes(random);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /** Whether it could be one that the API made: anything else is not worth a look. */
  static boolean isWellFormed(String token) {
    return token.matches(PREFIX + "[A-Za-z0-9_-]{43}");
  }

  static byte[] hash(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
