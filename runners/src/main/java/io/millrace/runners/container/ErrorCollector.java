package io.millrace.runners.container;

import io.millrace.engine.input.FieldError;
import io.millrace.engine.input.InvalidInputException;
import io.millrace.engine.input.WordList;
import io.millrace.engine.task.Placeholders;
import io.millrace.engine.worker.ArgumentRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Checks the optional fields of a config, and collects what is wrong with them. */
record ErrorCollector(Map<String, Object> config, String field, List<FieldError> errors) {
  private static final String USE_ENV =
      "is not allowed here, where everybody who may use the engine can read it: the program gets"
          + " config as MILLRACE_CONFIG_<NAME>, and the names listed under secrets as"
          + " MILLRACE_SECRET_<NAME>; env can give a value another name";

  private static final int LONGEST_SHOWN = 1000;

  void refuse(String name, String reason) {
    errors.add(new FieldError(field + "." + name, config.get(name), reason));
  }

  /** Checks a field, if it is there. */
  void value(String name, Function<Object, Optional<String>> problem) {
    Object value = config.get(name);
    if (value != null) {
      problem.apply(value).ifPresent(reason -> refuse(name, reason));
    }
  }

  void text(String name, Predicate<String> rule, String reason) {
    value(
        name,
        value ->
            value instanceof String text
                    && text.indexOf('\0') < 0
                    && Placeholders.first(text).isEmpty()
                    && rule.test(text)
                ? Optional.empty()
                : Optional.of(reason));
  }

  <E extends Enum<E>> void word(String name, Class<E> words) {
    value(
        name,
        value -> {
          try {
            WordList.read(words, name, value.toString());
            return Optional.empty();
          } catch (InvalidInputException unknown) {
            return Optional.of(unknown.errors().get(0).reason());
          }
        });
  }

  /** Checks each item of a list. */
  void list(String name, Function<Object, Optional<String>> problem) {
    Object value = config.get(name);
    if (value instanceof List<?> items) {
      for (int i = 0; i < items.size(); i++) {
        String path = field + "." + name + "[" + i + "]";
        Object item = items.get(i);
        problem
            .apply(item)
            .ifPresent(reason -> errors.add(new FieldError(path, shown(item), reason)));
      }
    } else if (value != null) {
      refuse(name, "must be a list of strings");
    }
  }

  private static @Nullable Object shown(@Nullable Object item) {
    return item instanceof String text && text.length() > LONGEST_SHOWN ? null : item;
  }

  void words(String name) {
    list(
        name,
        item -> {
          Optional<String> refusal = ArgumentRule.refusal(item);
          return refusal.isPresent()
              ? refusal
              : Placeholders.first((String) item).map(found -> USE_ENV);
        });
  }
}
