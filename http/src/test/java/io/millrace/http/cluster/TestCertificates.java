package io.millrace.http.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Makes an authority and certificates that it signs, as PEM files, with the JDK's own tool. */
final class TestCertificates {
  private static final String PASSWORD = "for-tests";

  private final Path folder;

  TestCertificates(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
    keytool(
        "-genkeypair",
        "-alias",
        "ca",
        "-dname",
        "CN=authority",
        "-ext",
        "bc:c",
        "-keyalg",
        "RSA",
        "-keystore",
        store("ca"));
    keytool(
        "-exportcert",
        "-rfc",
        "-alias",
        "ca",
        "-keystore",
        store("ca"),
        "-file",
        folder.resolve("ca.crt").toString());
  }

  /** A folder for {@code MILLRACE_TLS_DIR}. */
  Path node(String name) throws IOException, GeneralSecurityException {
    Path own = Files.createDirectories(folder.resolve(name));
    keytool(
        "-genkeypair",
        "-alias",
        "node",
        "-dname",
        "CN=millrace",
        "-keyalg",
        "RSA",
        "-keystore",
        store(name));
    String request = own.resolve("request").toString();
    keytool("-certreq", "-alias", "node", "-keystore", store(name), "-file", request);
    keytool(
        "-gencert",
        "-rfc",
        "-alias",
        "ca",
        "-ext",
        "san=dns:millrace,ip:127.0.0.1",
        "-keystore",
        store("ca"),
        "-infile",
        request,
        "-outfile",
        own.resolve("tls.crt").toString());
    Files.copy(folder.resolve("ca.crt"), own.resolve("ca.crt"));
    Files.writeString(own.resolve("tls.key"), pem(name));
    return own;
  }

  private String pem(String name) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(Path.of(store(name)).toFile(), PASSWORD.toCharArray());
    Key key = store.getKey("node", PASSWORD.toCharArray());
    return "-----BEGIN PRIVATE KEY-----\n"
        + Base64.getMimeEncoder(64, "\n".getBytes()).encodeToString(key.getEncoded())
        + "\n-----END PRIVATE KEY-----\n";
  }

  private String store(String name) {
    return folder.resolve(name + ".p12").toString();
  }

  private static void keytool(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    try {
      if (process.waitFor() != 0) {
        throw new IOException(said);
      }
    } catch (InterruptedException stop) {
      throw new AssertionError(stop);
    }
  }
}
