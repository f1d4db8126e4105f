package io.millrace.http.cluster;

import io.millrace.http.settings.StartException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What all nodes of a cluster know and nobody else. A node proves that it knows the secret by its
 * certificate, which carries a mark of the node's own key: no other key has that mark.
 */
final class ClusterSecret {
  static final String ENVIRONMENT = "MILLRACE_CLUSTER_SECRET";
  static final String HOW_TO_MAKE = "\"openssl rand -base64 32\" makes one";

  /** A caller of the port sees a mark, and may guess at leisure: 32 characters are too many. */
  private static final int LEAST_LENGTH = 32;

  private static final int LEAST_DIFFERENT = 10;
  private static final int RANDOM_BYTES = 32;
  private static final byte[] PURPOSE = "millrace node key 1:".getBytes(StandardCharsets.US_ASCII);

  private final SecretKeySpec key;

  private ClusterSecret(byte[] secret) {
    this.key = new SecretKeySpec(secret, "HmacSHA256");
  }

  /** A random secret, which no other node can know. */
  static ClusterSecret random() {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    return new ClusterSecret(random);
  }

  /**
   * @param where it was given, for who has to mend it
   * @throws StartException if it could be guessed
   */
  static ClusterSecret of(String text, String where) {
    String secret = text.strip();
    if (secret.length() < LEAST_LENGTH) {
      throw new StartException(
          "%s has %d characters: it must have at least %d; %s"
              .formatted(where, secret.length(), LEAST_LENGTH, HOW_TO_MAKE));
    }
    if (secret.chars().distinct().count() < LEAST_DIFFERENT) {
      throw new StartException(
          "%s has fewer than %d different characters, so it can be guessed; %s"
              .formatted(where, LEAST_DIFFERENT, HOW_TO_MAKE));
    }
    return new ClusterSecret(secret.getBytes(StandardCharsets.UTF_8));
  }

  /** What only those can compute for a key who know the secret. */
  String mark(PublicKey publicKey) {
    try {
      Mac mac = Mac.getInstance(key.getAlgorithm());
      mac.init(key);
      mac.update(PURPOSE);
      return HexFormat.of().formatHex(mac.doFinal(publicKey.getEncoded()));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Never shown, not even by mistake. */
  @Override
  public String toString() {
    return "a secret";
  }
}
