package io.millrace.hostile;

import java.util.UUID;

/**
 * What an attack has at hand.
 *
 * @param admin the token that was given, for what a fair operator would look at
 * @param belongings where an attack makes what it needs
 * @param tally where it counts its requests
 */
record AttackContext(
    AttackTarget target,
    ApiClient admin,
    SuiteResources belongings,
    HostileOptions options,
    AttackTally tally) {

  /** The name of the run, which is also its project, its pool and how its queues begin. */
  String name() {
    return belongings.name();
  }

  static String newId() {
    return UUID.randomUUID().toString();
  }

  /** Sends and counts it. */
  ApiClient.ApiAnswer counted(ApiClient client, String method, String path, String body)
      throws java.io.IOException {
    return counted(client, method, path, body, ApiClient.JSON_TYPE);
  }

  ApiClient.ApiAnswer counted(
      ApiClient client, String method, String path, String body, String type)
      throws java.io.IOException {
    ApiClient.ApiAnswer answer = client.send(method, path, body, type);
    tally.add(answer.status());
    return answer;
  }
}
