package io.millrace.engine.credential;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Advises for each credential in a document how to store it as a secret instead. */
public final class CredentialAdvice {
  private static final int MAX_SHOWN = 1_000;
  private static final int MAX_NAME_LENGTH = 100;

  private final List<CredentialWarning> warnings = new ArrayList<>();
  private final Map<String, String> named = new HashMap<>();
  private long more;

  /**
   * @param kind the kind of the run
   * @param project the project for the secret
   * @param owners the names of the run's owner, outermost first: a source and a collection, or a
   *     site
   */
  public void add(Credential found, String kind, String project, String... owners) {
    if (warnings.size() >= MAX_SHOWN) {
      more++;
      return;
    }
    String name = name(found, project, owners);
    String save =
        "save it as a secret (PUT /projects/%s/secrets/%s)"
            .formatted(
                URLEncoder.encode(project, StandardCharsets.UTF_8).replace("+", "%20"), name);
    warnings.add(new CredentialWarning(found.field(), reason(found, kind, save, name)));
  }

  private static String reason(Credential found, String kind, String save, String name) {
    return switch (kind) {
      case "http" ->
          found.whole()
              ? "is a credential in plain text: %s and write \"%s${secret.%s}\" here"
                  .formatted(save, found.scheme(), name)
              : "contains a credential in plain text: %s and write ${secret.%s} in its place"
                  .formatted(save, name);
      case "process" ->
          "contains a credential that every user of the machine can read: %s, name it in secrets,"
                  .formatted(save)
              + " and let the program read MILLRACE_SECRET_"
              + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
      default ->
          "contains a credential in plain text: %s and name it in secrets, so that the worker of the"
                  .formatted(save)
              + " task gets it";
    };
  }

  /** Suggests a name. Two credentials of one document get two names. */
  private String name(Credential found, String project, String... owners) {
    String name = "";
    for (int i = 1; i <= owners.length; i++) {
      name = slug(String.join("-", List.of(owners).subList(0, i)) + "-" + found.name());
      if (isFree(project, name, found)) {
        return name;
      }
    }
    int number = 2;
    while (!isFree(project, name + "-" + number, found)) {
      number++;
    }
    return name + "-" + number;
  }

  /** The same credential may keep its name. */
  private boolean isFree(String project, String name, Credential found) {
    String value = found.value().substring(found.scheme().length());
    return value.equals(named.computeIfAbsent(project + "/" + name, taken -> value));
  }

  private static String slug(String text) {
    String dashed = CredentialName.dashed(text);
    return dashed.substring(0, Math.min(dashed.length(), MAX_NAME_LENGTH - 6));
  }

  public List<CredentialWarning> warnings() {
    List<CredentialWarning> all = new ArrayList<>(warnings);
    if (more > 0) {
      all.add(new CredentialWarning("document", "has " + more + " more credentials"));
    }
    return all;
  }
}
