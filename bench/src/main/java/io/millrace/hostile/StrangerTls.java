package io.millrace.hostile;

import akka.remote.artery.tcp.SSLEngineProvider;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import scala.Option;

/** TLS of somebody who knows no secret: it trusts everybody, and shows a key of its own or none. */
final class StrangerTls implements SSLEngineProvider {
  private static final String PASSWORD = "stranger";

  private final SSLContext context;

  private StrangerTls(KeyManager @Nullable [] keys) throws GeneralSecurityException {
    context = SSLContext.getInstance("TLSv1.3");
    context.init(keys, new TrustManager[] {new AcceptAllTrust()}, new SecureRandom());
  }

  static StrangerTls withoutKey() throws GeneralSecurityException {
    return new StrangerTls(null);
  }

  /** With a key and a certificate that it signed itself; the JDK's keytool makes them. */
  static StrangerTls withOwnKey() throws GeneralSecurityException, IOException {
    Path folder = Files.createTempDirectory("stranger");
    Path file = folder.resolve("key.p12");
    try {
      Process keytool =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-genkeypair",
                  "-keyalg",
                  "EC",
                  "-alias",
                  "node",
                  "-dname",
                  "CN=millrace",
                  "-storetype",
                  "PKCS12",
                  "-storepass",
                  PASSWORD,
                  "-keystore",
                  file.toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      keytool.waitFor(30, TimeUnit.SECONDS);
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(file)) {
        store.load(in, PASSWORD.toCharArray());
      }
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, PASSWORD.toCharArray());
      return new StrangerTls(keys.getKeyManagers());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IOException(stop);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }

  Socket socket() throws IOException {
    return context.getSocketFactory().createSocket();
  }

  @Override
  public SSLEngine createServerSSLEngine(String hostname, int port) {
    SSLEngine engine = context.createSSLEngine(hostname, port);
    engine.setUseClientMode(false);
    return engine;
  }

  @Override
  public SSLEngine createClientSSLEngine(String hostname, int port) {
    SSLEngine engine = context.createSSLEngine(hostname, port);
    engine.setUseClientMode(true);
    return engine;
  }

  @Override
  public Option<Throwable> verifyClientSession(String hostname, SSLSession session) {
    return Option.empty();
  }

  @Override
  public Option<Throwable> verifyServerSession(String hostname, SSLSession session) {
    return Option.empty();
  }

  /** An attacker does not care whom it speaks to. */
  private static final class AcceptAllTrust extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
