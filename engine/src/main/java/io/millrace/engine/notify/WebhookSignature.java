package io.millrace.engine.notify;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Proves to a webhook that a request comes from this cluster, and when it was made. */
final class WebhookSignature {
  static final String HEADER = "X-Millrace-Signature";
  private static final String HMAC = "HmacSHA256";

  private WebhookSignature() {}

  /**
   * Returns the value of the header. It signs the time too, so that old requests cannot be
   * replayed.
   */
  static String of(String secret, Instant at, byte[] body) {
    long seconds = at.getEpochSecond();
    return "t=" + seconds + ",v1=" + hmac(secret, seconds + ".", body);
  }

  private static String hmac(String secret, String prefix, byte[] body) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), HMAC));
      mac.update(prefix.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java runtime has " + HMAC, impossible);
    }
  }
}
