package io.millrace.http.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import java.io.File;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where settings come from: MILLRACE_CONFIG, over the way of running, over the defaults. */
public final class Settings {
  private static final Logger log = LoggerFactory.getLogger(Settings.class);

  private Settings() {}

  public static Config load() {
    SecretSettings.refuseArguments(System.getProperties());
    Config handed = StartScriptSecrets.take();
    Config settings = load(System.getenv("MILLRACE_CONFIG"), handed);
    for (String variable : handed.root().keySet()) {
      settings = settings.withoutPath(variable);
    }
    return settings;
  }

  /**
   * @param file absent or blank if none is given
   * @param variables as if they were in the environment
   */
  static Config load(@Nullable String file, Config variables) {
    if (file == null || file.isBlank()) {
      return load(variables);
    }
    try {
      return load(
          ConfigFactory.parseFile(
                  new File(file), ConfigParseOptions.defaults().setAllowMissing(false))
              .withFallback(variables));
    } catch (ConfigException wrong) {
      throw new StartException("MILLRACE_CONFIG = " + file + ": " + wrong.getMessage());
    }
  }

  /**
   * Whatever is given comes first, then what the way of running needs, then the defaults.
   *
   * @throws StartException if a setting is wrong: nothing has started then
   */
  public static Config load(Config given) {
    Config first = ConfigFactory.defaultOverrides().withFallback(given);
    Config defaults = ConfigFactory.defaultReferenceUnresolved();
    Config settings = first.withFallback(defaults).resolve();
    SettingsCheck.check(settings, defaults.resolve(ConfigResolveOptions.noSystem()))
        .forEach(log::warn);
    Config cluster = settings.getConfig("millrace.cluster");
    boolean tls = !cluster.getString("tls-dir").isEmpty();
    Config complete =
        first
            .withFallback(tls ? ConfigFactory.parseResources("tls.conf") : ConfigFactory.empty())
            .withFallback(
                ConfigFactory.parseResources(JoinMode.of(cluster.getString("join")).conf()))
            .withFallback(defaults)
            .resolve();
    return SecretSettings.withFiles(complete);
  }
}
