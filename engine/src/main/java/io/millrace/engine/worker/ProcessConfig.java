package io.millrace.engine.worker;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.task.Placeholders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a definition says of a program: a list with the program and its arguments, or a mapping with
 * {@code command}, {@code args}, {@code workdir}, {@code env} and {@code user}.
 *
 * @param argv the program, then its arguments
 * @param workdir the directory it starts in; empty for the node's own
 * @param env variables that it gets, with placeholders as written
 * @param user the user it runs as; empty for the one of the node's settings
 */
record ProcessConfig(
    List<String> argv, Optional<Path> workdir, Map<String, String> env, Optional<String> user) {
  private static final String ARGV = "argv";
  private static final String COMMAND = "command";
  private static final String ARGS = "args";
  private static final String WORKDIR = "workdir";
  private static final String ENV = "env";
  private static final String USER = "user";

  /** Every user of a machine can read the arguments of its programs. */
  private static final String USE_ENVIRONMENT =
      "is not allowed in arguments, which every user of the machine can read: the program gets"
          + " config as MILLRACE_CONFIG_<NAME>, and the names listed under secrets as"
          + " MILLRACE_SECRET_<NAME>; env can give a value another name";

  /** Reads a checked config. */
  static ProcessConfig of(Map<String, Object> config) {
    List<String> argv = new ArrayList<>();
    List.of(ARGV, COMMAND, ARGS)
        .forEach(
            name -> {
              if (config.get(name) instanceof List<?> words) {
                words.forEach(word -> argv.add((String) word));
              }
            });
    Map<String, String> env = new TreeMap<>();
    if (config.get(ENV) instanceof Map<?, ?> variables) {
      variables.forEach((name, value) -> env.put((String) name, (String) value));
    }
    return new ProcessConfig(
        argv,
        Optional.ofNullable((String) config.get(WORKDIR)).map(Path::of),
        env,
        Optional.ofNullable((String) config.get(USER)));
  }

  static List<FieldError> check(
      Map<String, Object> config, String field, ProgramSettings settings) {
    if (config.isEmpty() || config.containsKey(ARGV)) {
      List<FieldError> errors = UnknownFieldCheck.check(config, field, ARGV);
      checkCommand(config.get(ARGV), field, errors);
      return errors;
    }
    List<FieldError> errors =
        UnknownFieldCheck.check(config, field, COMMAND, ARGS, WORKDIR, ENV, USER);
    checkCommand(config.get(COMMAND), field + "." + COMMAND, errors);
    if (config.containsKey(ARGS)) {
      checkWords(config.get(ARGS), field + "." + ARGS, "must be a list of strings", errors);
    }
    if (config.containsKey(WORKDIR)) {
      checkWorkdir(config.get(WORKDIR), field + "." + WORKDIR, errors);
    }
    if (config.containsKey(ENV)) {
      errors.addAll(VariableRule.check(config.get(ENV), field + "." + ENV));
    }
    if (config.containsKey(USER)) {
      settings
          .refusal(config.get(USER))
          .ifPresent(
              reason -> errors.add(new FieldError(field + "." + USER, config.get(USER), reason)));
    }
    return errors;
  }

  private static void checkCommand(
      @Nullable Object command, String field, List<FieldError> errors) {
    String reason = "must be a list of strings: the program, then its arguments";
    if (checkWords(command, field, reason, errors) && command instanceof List<?> words) {
      if (words.isEmpty()) {
        errors.add(new FieldError(field, command, reason));
      } else if (words.get(0) instanceof String program && program.isBlank()) {
        errors.add(new FieldError(field + "[0]", program, "must name a program"));
      }
    }
  }

  private static boolean checkWords(
      @Nullable Object value, String field, String reason, List<FieldError> errors) {
    if (!(value instanceof List<?> words)) {
      errors.add(new FieldError(field, value, reason));
      return false;
    }
    for (int i = 0; i < words.size(); i++) {
      String path = field + "[" + i + "]";
      Object word = words.get(i);
      Optional<String> refusal = ArgumentRule.refusal(word);
      if (refusal.isPresent()) {
        Object shown = word instanceof String ? null : word;
        errors.add(new FieldError(path, shown, refusal.get()));
      } else if (word instanceof String text) {
        Placeholders.first(text)
            .ifPresent(found -> errors.add(new FieldError(path, found, USE_ENVIRONMENT)));
      }
    }
    return true;
  }

  private static void checkWorkdir(Object value, String field, List<FieldError> errors) {
    if (!(value instanceof String text)
        || !text.startsWith("/")
        || text.indexOf('\0') >= 0
        || Placeholders.first(text).isPresent()) {
      errors.add(
          new FieldError(
              field,
              value instanceof String text && text.indexOf('\0') >= 0 ? null : value,
              "must be an absolute path, without placeholders"));
    }
  }

  /**
   * Returns the variables of the definition, with the values of the project inserted.
   *
   * @throws AttemptRefusedException if a value is missing, or cannot be in an environment; the
   *     message shows no value
   */
  Map<String, String> variables(TaskValues values) {
    Map<String, String> variables = new TreeMap<>();
    env.forEach(
        (name, value) -> {
          String text = values.replaced(value);
          if (text.indexOf('\0') >= 0
              || text.getBytes(StandardCharsets.UTF_8).length > ProcessEnvironment.MAX_BYTES) {
            throw new AttemptRefusedException(
                "The variable %s cannot be set with its values inserted: it has the character NUL, or more than %d bytes"
                    .formatted(name, ProcessEnvironment.MAX_BYTES));
          }
          variables.put(name, text);
        });
    return variables;
  }
}
