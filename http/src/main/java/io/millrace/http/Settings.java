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
    return load(System.getenv("MILLRACE_CONFIG"));
  }

  /**
   * @param file null or blank if none is given
   */
  static Config load(String file) {
    if (file == null || file.isBlank()) {
      return load(ConfigFactory.empty());
    }
    try {
      return load(
          ConfigFactory.parseFile(
              new File(file), ConfigParseOptions.defaults().setAllowMissing(false)));
    } catch (ConfigException wrong) {
      throw new StartException("MILLRACE_CONFIG = " + file + ": " + wrong.getMessage());
    }
  }

  /** Whatever is given comes first, then what the way of running needs, then the defaults. */
  public static Config load(Config given) {
    Config first = ConfigFactory.defaultOverrides().withFallback(given);
    Config defaults = ConfigFactory.defaultReferenceUnresolved();
    Config cluster = first.withFallback(defaults).resolve().getConfig("millrace.cluster");
    boolean tls = !cluster.getString("tls-dir").isEmpty();
    return first
        .withFallback(tls ? ConfigFactory.parseResources("tls.conf") : ConfigFactory.empty())
        .withFallback(ConfigFactory.parseResources(Joining.of(cluster.getString("join")).conf()))
        .withFallback(defaults)
        .resolve();
  }
}
