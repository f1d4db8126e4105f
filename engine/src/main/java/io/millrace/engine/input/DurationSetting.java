package io.millrace.engine.input;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigValue;
import java.time.Duration;

/**
 * Reads durations from the settings: in the forms of HOCON, where a plain number means
 * milliseconds, and in every form of {@link Durations}.
 */
public final class DurationSetting {
  private DurationSetting() {}

  /**
   * @throws ConfigException if there is no such setting, or it is not a duration
   */
  public static Duration of(Config config, String path) {
    try {
      return config.getDuration(path);
    } catch (ConfigException.BadValue notHocon) {
      ConfigValue value = config.getValue(path);
      String text = value.unwrapped().toString();
      try {
        return Durations.parse(text);
      } catch (InvalidInputException refused) {
        String reason = refused.errors().get(0).reason();
        throw new ConfigException.BadValue(value.origin(), path, text + " " + reason, refused);
      }
    }
  }
}
