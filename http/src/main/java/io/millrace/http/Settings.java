package io.millrace.http;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.io.File;

/** Where settings come from: MILLRACE_CONFIG, over the way of running, over the defaults. */
public final class Settings {
  private Settings() {}

  static Config load() {
    String file = System.getenv("MILLRACE_CONFIG");
    return load(file == null || file.isBlank() ? ConfigFactory.empty() : parse(new File(file)));
  }

  /** One node on its own; whatever is given comes first. */
  public static Config load(Config given) {
    return ConfigFactory.defaultOverrides()
        .withFallback(given)
        .withFallback(ConfigFactory.parseResources("single.conf"))
        .withFallback(ConfigFactory.defaultReferenceUnresolved())
        .resolve();
  }

  private static Config parse(File file) {
    try {
      return ConfigFactory.parseFile(file, ConfigParseOptions.defaults().setAllowMissing(false));
    } catch (ConfigException wrong) {
      throw new StartException("MILLRACE_CONFIG = " + file + ": " + wrong.getMessage());
    }
  }
}
