package io.millrace.http.cluster;

import akka.remote.artery.tcp.SSLEngineProvider;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import scala.Option;

/**
 * TLS 1.3 between nodes that know one secret: each shows its certificate, and neither continues
 * with one who has none. The key is made at the start and never leaves the process.
 */
final class ClusterSecretTls implements SSLEngineProvider {
  private static final String[] PROTOCOLS = {"TLSv1.3"};

  private final SSLContext context;

  ClusterSecretTls(ClusterSecret secret) {
    NodeCertificate own = NodeCertificate.make(secret::mark);
    try {
      // Never stored: what PKCS12 does to protect a file would only make the start slow.
      KeyStore keys = KeyStore.getInstance("JKS");
      keys.load(null, null);
      keys.setKeyEntry("node", own.key(), new char[0], new Certificate[] {own.certificate()});
      KeyManagerFactory shown =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      shown.init(keys, new char[0]);
      context = SSLContext.getInstance(PROTOCOLS[0]);
      context.init(
          shown.getKeyManagers(), new TrustManager[] {new ClusterSecretTrust(secret)}, null);
    } catch (GeneralSecurityException | IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public SSLEngine createServerSSLEngine(String hostname, int port) {
    SSLEngine engine = engine(hostname, port);
    engine.setUseClientMode(false);
    engine.setNeedClientAuth(true);
    return engine;
  }

  @Override
  public SSLEngine createClientSSLEngine(String hostname, int port) {
    SSLEngine engine = engine(hostname, port);
    engine.setUseClientMode(true);
    return engine;
  }

  private SSLEngine engine(String hostname, int port) {
    SSLEngine engine = context.createSSLEngine(hostname, port);
    engine.setEnabledProtocols(PROTOCOLS);
    return engine;
  }

  /** The certificate has said it all. */
  @Override
  public Option<Throwable> verifyClientSession(String hostname, SSLSession session) {
    return Option.empty();
  }

  @Override
  public Option<Throwable> verifyServerSession(String hostname, SSLSession session) {
    return Option.empty();
  }
}
