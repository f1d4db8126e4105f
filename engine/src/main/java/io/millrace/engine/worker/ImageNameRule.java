package io.millrace.engine.worker;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the name of an image may be: {@code [registry/]path[:tag][@digest]}, as engines read it. */
public final class ImageNameRule {
  public static final String RULE =
      "must be the name of an image, such as registry.example/extract:1.4, in lower case";

  private static final int LONGEST = 512;
  private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
  private static final String REGISTRY =
      "(?:" + LABEL + "(?:\\." + LABEL + ")*|\\[[0-9a-fA-F:]+\\])(?::\\d{1,5})?";
  private static final String PART = "[a-z0-9]+(?:(?:\\.|_{1,2}|-+)[a-z0-9]+)*";
  private static final String TAG = "[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}";
  private static final String DIGEST = "[a-z0-9]+(?:[+._-][a-z0-9]+)*:[0-9a-f]{32,128}";
  private static final Pattern NAME =
      Pattern.compile(
          "(?:" + REGISTRY + "/)?" + PART + "(?:/" + PART + ")*(?::" + TAG + ")?(?:@" + DIGEST
              + ")?");

  private ImageNameRule() {}

  public static boolean accepts(@Nullable Object value) {
    return value instanceof String name && name.length() <= LONGEST && NAME.matcher(name).matches();
  }
}
