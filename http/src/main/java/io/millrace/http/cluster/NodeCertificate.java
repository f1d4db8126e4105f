package io.millrace.http.cluster;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.HexFormat;
import java.util.function.Function;
import javax.security.auth.x500.X500Principal;

/**
 * A new key on the curve P-256, and a certificate that it signed itself. It is as short as X.509
 * allows (version 1, no extensions): who trusts it looks at the key and the name, and at nothing
 * else.
 */
record NodeCertificate(PrivateKey key, X509Certificate certificate) {
  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int UTC_TIME = 0x17;
  private static final int GENERALIZED_TIME = 0x18;
  private static final int SEQUENCE = 0x30;
  private static final int SHORT_LENGTH = 0x80;

  /** The algorithm ecdsa-with-SHA256, 1.2.840.10045.4.3.2. */
  private static final byte[] ECDSA_SHA256 =
      der(SEQUENCE, HexFormat.of().parseHex("06082a8648ce3d040302"));

  /** For ever: a key lives as long as its process, whatever the clocks say. */
  private static final byte[] VALIDITY =
      der(SEQUENCE, text(UTC_TIME, "000101000000Z"), text(GENERALIZED_TIME, "99991231235959Z"));

  /**
   * @param name what a certificate of that key is called
   */
  static NodeCertificate make(Function<PublicKey, String> name) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      byte[] signed = toBeSigned(pair.getPublic(), subject(name.apply(pair.getPublic())));
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(pair.getPrivate());
      signature.update(signed);
      byte[] encoded =
          der(SEQUENCE, signed, ECDSA_SHA256, der(BIT_STRING, new byte[1], signature.sign()));
      X509Certificate certificate =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(encoded));
      return new NodeCertificate(pair.getPrivate(), certificate);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  static X500Principal subject(String name) {
    return new X500Principal("CN=" + name);
  }

  private static byte[] toBeSigned(PublicKey key, X500Principal self) {
    byte[] serial = der(INTEGER, BigInteger.ONE.toByteArray());
    return der(
        SEQUENCE,
        serial,
        ECDSA_SHA256,
        self.getEncoded(),
        VALIDITY,
        self.getEncoded(),
        key.getEncoded());
  }

  private static byte[] text(int tag, String text) {
    return der(tag, text.getBytes(StandardCharsets.US_ASCII));
  }

  /** A tag, the length of what follows, and the parts. */
  private static byte[] der(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.write(tag);
    if (content.size() < SHORT_LENGTH) {
      whole.write(content.size());
    } else {
      byte[] length = BigInteger.valueOf(content.size()).toByteArray();
      int leading = length[0] == 0 ? 1 : 0;
      whole.write(SHORT_LENGTH | length.length - leading);
      whole.write(length, leading, length.length - leading);
    }
    whole.writeBytes(content.toByteArray());
    return whole.toByteArray();
  }
}
