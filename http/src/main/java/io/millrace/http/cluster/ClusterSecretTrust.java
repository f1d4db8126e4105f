package io.millrace.http.cluster;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts a certificate that carries the secret's mark of its own key; no authority, no host. */
final class ClusterSecretTrust extends X509ExtendedTrustManager {
  private final ClusterSecret secret;

  ClusterSecretTrust(ClusterSecret secret) {
    this.secret = secret;
  }

  private void check(X509Certificate[] chain) throws CertificateException {
    byte[] named = bytes(chain[0].getSubjectX500Principal().getName());
    byte[] expected =
        bytes(NodeCertificate.subject(secret.mark(chain[0].getPublicKey())).getName());
    if (!MessageDigest.isEqual(named, expected)) {
      throw new CertificateException("the other side does not know the secret of this cluster");
    }
  }

  private static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
