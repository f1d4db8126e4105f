package io.millrace.http.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of the page, from the class path: its own, and the libraries as they are published. All
 * are under one name that changes when any of them does, so each can be kept by a browser for ever;
 * only the first one is asked for again.
 */
final class PageFiles {
  private static final String VERSION_HERE = "@version@";
  private static final Pattern OWN = Pattern.compile("/page/" + VERSION_HERE + "/([\\w.-]+)\"");
  private static final Pattern IMPORT_MAP =
      Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);
  private static final Pattern SAFE = Pattern.compile("(?:[\\w@-][\\w.@-]*/)*[\\w-][\\w.-]*");

  private final Map<String, String> libraries = new LinkedHashMap<>();
  private final String version;
  private final byte[] index;
  private final String policy;

  PageFiles() {
    library("lit", "org.mvnpm/lit", "_static/lit");
    library("lit-html", "org.mvnpm/lit-html", "_static/lit-html");
    library("lit-element", "org.mvnpm/lit-element", "_static/lit-element");
    library("reactive-element", "org.mvnpm.at.lit/reactive-element", "_static/reactive-element");
    library("swagger-ui", "org.webjars/swagger-ui", "webjars/swagger-ui");
    libraries.put("echarts", "vendor/echarts-6.1.0/"); // not in Maven: docs/decisions/page.md
    String text = new String(resource("page/index.html").orElseThrow(), StandardCharsets.UTF_8);
    MessageDigest all = sha256();
    all.update(text.getBytes(StandardCharsets.UTF_8));
    libraries.values().forEach(root -> all.update(root.getBytes(StandardCharsets.UTF_8)));
    Matcher own = OWN.matcher(text);
    while (own.find()) {
      all.update(resource("page/" + own.group(1)).orElseThrow());
    }
    this.version = HexFormat.of().formatHex(all.digest()).substring(0, 12);
    String complete = text.replace(VERSION_HERE, version);
    this.index = complete.getBytes(StandardCharsets.UTF_8);
    this.policy = policy(complete);
  }

  /** Where a package has its files, with the version that it says itself. */
  private void library(String name, String coordinates, String folder) {
    try (InputStream in = open("META-INF/maven/" + coordinates + "/pom.properties")) {
      Properties said = new Properties();
      said.load(in);
      libraries.put(name, "META-INF/resources/" + folder + '/' + said.getProperty("version") + '/');
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** Only what this node serves itself; the import map, which must be in the page, by its hash. */
  private static String policy(String index) {
    Matcher map = IMPORT_MAP.matcher(index);
    if (!map.find()) {
      throw new IllegalStateException("The page has no import map");
    }
    byte[] hash = sha256().digest(map.group(1).getBytes(StandardCharsets.UTF_8));
    return "default-src 'none'; script-src 'self' 'sha256-"
        + Base64.getEncoder().encodeToString(hash)
        + "'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self';"
        + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  }

  /** The Content-Security-Policy. */
  String policy() {
    return policy;
  }

  /** The name that all files but the first are under. */
  String version() {
    return version;
  }

  byte[] index() {
    return index;
  }

  /** A file of the page, or of a library: {@code lib/lit/index.js}. */
  Optional<byte[]> find(String path) {
    if (!SAFE.matcher(path).matches()) {
      return Optional.empty();
    }
    if (!path.startsWith("lib/")) {
      return resource("page/" + path);
    }
    int slash = path.indexOf('/', 4);
    String root = slash < 0 ? null : libraries.get(path.substring(4, slash));
    return root == null ? Optional.empty() : resource(root + path.substring(slash + 1));
  }

  private static Optional<byte[]> resource(String name) {
    try (InputStream in = open(name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  private static InputStream open(String name) {
    return PageFiles.class.getClassLoader().getResourceAsStream(name);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
