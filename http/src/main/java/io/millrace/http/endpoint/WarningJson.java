package io.millrace.http.endpoint;

import io.millrace.engine.credential.CredentialWarning;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the author of a definition is told beside the answer. */
public final class WarningJson {
  private WarningJson() {}

  /** The answer with its warnings; as it was if there are none. */
  public static Map<String, Object> with(
      List<CredentialWarning> warnings, Map<String, Object> json) {
    if (!warnings.isEmpty()) {
      json.put("warnings", warnings.stream().map(WarningJson::warning).toList());
    }
    return json;
  }

  public static Map<String, Object> warning(CredentialWarning warning) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("field", warning.field());
    json.put("reason", warning.reason());
    return json;
  }
}
