package io.millrace.engine.worker;

import io.millrace.engine.input.FieldError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Which environment variables a definition may set for its program, whatever it runs in. */
public final class VariableRule {
  /** Linux takes about 2 MiB of variables and arguments. Some are those of the task. */
  private static final int MAX_BYTES = 1_000_000;

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /**
   * Variables of the C library that load code or files into every program, like all that begin with
   * {@code LD_}. The node's helpers, such as setpriv, start before the program, maybe as root.
   */
  private static final Set<String> LOADER = Set.of("GLIBC_TUNABLES", "GCONV_PATH", "LOCPATH");

  private VariableRule() {}

  /**
   * @param env the variables by name, as a definition has them
   * @param field its path in the document; the field of each error begins with it
   */
  public static List<FieldError> check(Object env, String field) {
    List<FieldError> errors = new ArrayList<>();
    if (!(env instanceof Map<?, ?> variables)) {
      errors.add(new FieldError(field, env, "must be a mapping of names to strings"));
      return errors;
    }
    variables.forEach(
        (name, value) -> {
          String path = field + "." + name;
          refusal((String) name)
              .ifPresent(reason -> errors.add(new FieldError(path, null, reason)));
          if (!(value instanceof String text)) {
            errors.add(new FieldError(path, value, "must be a string: put it in quotes"));
          } else {
            ArgumentRule.refusal(text)
                .ifPresent(reason -> errors.add(new FieldError(path, null, reason)));
          }
        });
    long bytes = variables.entrySet().stream().mapToLong(VariableRule::bytes).sum();
    if (bytes > MAX_BYTES) {
      String reason = "must have at most %d bytes, and has %d".formatted(MAX_BYTES, bytes);
      errors.add(new FieldError(field, null, reason));
    }
    return errors;
  }

  private static long bytes(Map.Entry<?, ?> variable) {
    String text = variable.getKey() + "=" + variable.getValue();
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static Optional<String> refusal(String name) {
    if (!NAME.matcher(name).matches()) {
      return Optional.of("is no name of a variable: use letters, digits and '_'");
    }
    if (name.startsWith(ProcessEnvironment.PREFIX)) {
      return Optional.of("must not be set: Millrace sets the variables that begin with MILLRACE_");
    }
    return name.startsWith("LD_") || name.startsWith("DYLD_") || LOADER.contains(name)
        ? Optional.of(
            "must not be set here: it would act on the helpers that start the program, too; set"
                + " it in a script")
        : Optional.empty();
  }
}
