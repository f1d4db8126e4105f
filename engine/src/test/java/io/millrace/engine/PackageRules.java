package io.millrace.engine;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which package may use which, as the package-info of each says in its last line. Text and check
 * cannot disagree, because the text is the rule.
 *
 * @param root the package that holds all of them
 * @param allowed name of a package to the packages that it may use, both without the root
 */
public record PackageRules(String root, Map<String, Set<String>> allowed) {
  private static final Pattern RULE = Pattern.compile("<p>May depend on: ([a-z, ]+)\\. \\*/");
  private static final String NOTHING = "nothing";

  /**
   * @param sources the folder of the root package; each folder in it is a package
   */
  public static PackageRules read(Path sources, String root) throws IOException {
    Map<String, Set<String>> allowed = new TreeMap<>();
    try (Stream<Path> folders = Files.list(sources).filter(Files::isDirectory)) {
      for (Path folder : folders.toList()) {
        allowed.put(folder.getFileName().toString(), rule(folder.resolve("package-info.java")));
      }
    }
    return new PackageRules(root, allowed);
  }

  private static Set<String> rule(Path packageInfo) throws IOException {
    String text = Files.readString(packageInfo).replaceAll("\\s+(\\* )?", " ");
    Matcher rule = RULE.matcher(text);
    if (!rule.find()) {
      throw new IllegalStateException(packageInfo + " does not end with what it may depend on");
    }
    return rule.group(1).equals(NOTHING) ? Set.of() : Set.of(rule.group(1).split(", "));
  }

  /** Names in a rule that are no package. */
  public Set<String> unknown() {
    Set<String> unknown = new TreeSet<>();
    allowed.values().forEach(unknown::addAll);
    unknown.removeAll(allowed.keySet());
    return unknown;
  }

  /** Every use of one package by another that the package-info of the user does not allow. */
  public Set<String> violations(JavaClasses classes) {
    Set<String> violations = new TreeSet<>();
    for (JavaClass user : classes) {
      String from = packageOf(user);
      for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
        String to = packageOf(dependency.getTargetClass().getBaseComponentType());
        if (!from.isEmpty() && !to.isEmpty() && !to.equals(from) && !mayUse(from, to)) {
          violations.add(from + " may not depend on " + to + ": " + dependency.getDescription());
        }
      }
    }
    return violations;
  }

  private boolean mayUse(String from, String to) {
    return allowed.getOrDefault(from, Set.of()).contains(to);
  }

  /** Empty for the root package and for everything outside it. */
  private String packageOf(JavaClass type) {
    String name = type.getPackageName();
    return name.startsWith(root + ".") ? name.substring(root.length() + 1).split("\\.")[0] : "";
  }
}
