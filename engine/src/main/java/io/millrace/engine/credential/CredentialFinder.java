package io.millrace.engine.credential;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds credentials in a text: the whole text, or parts of it. */
final class CredentialFinder {

  /**
   * A credential within a text.
   *
   * @param name its name in the text
   */
  record CredentialPart(String name, int start, int end) {
    String of(String text) {
      return text.substring(start, end);
    }
  }

  /** A longer text is not matched against placeholders, because that would take a deep stack. */
  private static final int MAX_PLACEHOLDER_LENGTH = 2_000;

  private static final String SCHEME = "(?:[A-Za-z][A-Za-z_-]{0,19}\\s+)?";
  private static final String PLACEHOLDER_VALUE =
      "(?:[A-Za-z0-9_.-]{1,64}=)?[\"']?(?:%s)+[\"']?".formatted(PlaceholderPattern.PATTERN);

  /** A scheme and placeholders: {@code Bearer ${secret.BANK}}, {@code sid=${secret.SID}}. */
  private static final Pattern PLACEHOLDERS =
      Pattern.compile(
          "\\s*%1$s%2$s(?:[\\s:;,&|/.-]+%2$s)*\\s*".formatted(SCHEME, PLACEHOLDER_VALUE));

  /** A shell variable for a value: {@code Bearer $MILLRACE_SECRET_BANK}. */
  private static final Pattern VARIABLE =
      Pattern.compile("\\s*" + SCHEME + "[\"']?\\$.*", Pattern.DOTALL);

  private static final Pattern MASKED = Pattern.compile("\\s*" + SCHEME + "\\*{3,}\\s*");

  /**
   * In http addresses a user alone may be a token. Others, such as ssh, need a password as well.
   */
  private static final Pattern USER_INFO =
      Pattern.compile(
          "(?i)\\bhttps?://([^\\s/?#\"'<>]+)@"
              + "|\\b[a-z][a-z0-9+.-]{0,19}://([^\\s/?#\"'<>:]*:[^\\s/?#\"'<>]+)@");

  private static final Pattern QUERY =
      Pattern.compile("(?:^|[?&#])([A-Za-z0-9_.~\\[\\]-]+)=([^&#\\s\"'<>]+)");

  /** {@code "password": "x"}, in a JSON text. */
  private static final Pattern FIELD =
      Pattern.compile("[\"']([A-Za-z0-9_.-]+)[\"']\\s*:\\s*[\"']([^\"']+)[\"']");

  /** {@code --password=x}, {@code PASSWORD=x} and {@code Authorization: x}. */
  private static final Pattern OPTION =
      Pattern.compile("-{0,2}([A-Za-z][A-Za-z0-9_.-]*)(?:=|:\\s*)(\\S.*)", Pattern.DOTALL);

  /** The same in the middle of a shell script. */
  private static final Pattern SCRIPT_OPTION =
      Pattern.compile(
          "(?<=[\\s\"'(])-{0,2}([A-Za-z][A-Za-z0-9_.-]*)(?:=|:[ \\t]*)"
              + "((?:(?i:bearer|basic|token|digest|apikey)[ \\t]+)?[^\\s\"')]+)");

  /** The option of curl for a user and a password. */
  private static final Pattern USER_OPTION = Pattern.compile("-u|--(proxy-)?user");

  private static final Pattern OPTION_NAME = Pattern.compile("--?([A-Za-z][A-Za-z0-9_.-]*)");
  private static final Pattern OPTION_OR_FILE = Pattern.compile("(-|/|\\./|@).*", Pattern.DOTALL);

  private CredentialFinder() {}

  /** Returns the whole text, if the name says that it is a credential. */
  static List<CredentialPart> value(String name, String text) {
    return CredentialName.isLike(name) && isCredential(text)
        ? List.of(new CredentialPart(name, 0, text.length()))
        : List.of();
  }

  /** Finds passwords in addresses, parameters of addresses and forms, and fields of JSON. */
  static List<CredentialPart> within(String text) {
    List<CredentialPart> parts = new ArrayList<>();
    Matcher user = USER_INFO.matcher(text);
    while (user.find()) {
      int group = user.group(1) == null ? 2 : 1;
      if (isCredential(user.group(group))) {
        parts.add(new CredentialPart("password", user.start(group), user.end(group)));
      }
    }
    addNamed(QUERY.matcher(text), parts);
    addNamed(FIELD.matcher(text), parts);
    return parts;
  }

  /**
   * Finds credentials in an argument of a program.
   *
   * @param before the previous argument; empty for the first
   */
  static List<CredentialPart> argument(String before, String text) {
    List<CredentialPart> parts = new ArrayList<>();
    Matcher option = OPTION.matcher(text);
    Matcher name = OPTION_NAME.matcher(before);
    if (option.matches() && CredentialName.isLike(option.group(1))) {
      parts.add(new CredentialPart(option.group(1), option.start(2), option.end(2)));
    } else if (USER_OPTION.matcher(before).matches() && text.indexOf(':') > 0) {
      parts.add(new CredentialPart("password", text.indexOf(':') + 1, text.length()));
    } else if (name.matches() && !OPTION_OR_FILE.matcher(text).matches()) {
      parts.addAll(value(name.group(1), text));
    }
    if (parts.isEmpty()) {
      parts.addAll(within(text));
      addNamed(SCRIPT_OPTION.matcher(text), parts);
    }
    parts.removeIf(
        part -> !isCredential(part.of(text)) || VARIABLE.matcher(part.of(text)).matches());
    return parts;
  }

  private static void addNamed(Matcher found, List<CredentialPart> parts) {
    while (found.find()) {
      if (CredentialName.isLike(found.group(1)) && isCredential(found.group(2))) {
        parts.add(new CredentialPart(found.group(1), found.start(2), found.end(2)));
      }
    }
  }

  private static boolean isCredential(String text) {
    return !text.isBlank()
        && (text.length() > MAX_PLACEHOLDER_LENGTH || !PLACEHOLDERS.matcher(text).matches());
  }

  /** Whether the text is shown instead of a credential. */
  static boolean isMasked(String text) {
    return MASKED.matcher(text).matches();
  }

  /** Returns the text with each part replaced. */
  static String without(List<CredentialPart> parts, String text, String replacement) {
    StringBuilder masked = new StringBuilder();
    int from = 0;
    for (CredentialPart part :
        parts.stream().sorted(Comparator.comparingInt(CredentialPart::start)).toList()) {
      if (part.start() >= from) {
        masked.append(text, from, part.start()).append(replacement);
      }
      from = Math.max(from, part.end());
    }
    return masked.append(text.substring(from)).toString();
  }
}
