package io.millrace.http.cli;

/** The waiting tasks of {@link BlockerApiTest}, by their blocker. */
final class BlockerSamples {
  static final String SOURCES =
      """
      sources:
        s:
          collections:
            - {name: paused, pool: paused, run: {noop: {}}}
            - {name: dead, run: {pull: {queue: dead}}}
            - {name: mortal, run: {pull: {queue: mortal}}}
            - {name: one-1, pool: one, run: {process: [sleep, "60"]}}
            - {name: one-2, pool: one, run: {process: [sleep, "60"]}}
            - {name: one-3, pool: one, run: {process: [sleep, "60"]}}
            - {name: quick, pool: one, run: {noop: {}}}
            - {name: audited, pool: audited, run: {noop: {}}}
            - {name: reserved-1, pool: reserved, run: {process: [sleep, "60"]}}
            - {name: reserved-2, pool: reserved, run: {process: [sleep, "60"]}}
            - {name: res-1, pool: weightless, system: RES, run: {process: [sleep, "60"]}}
            - {name: res-2, pool: weightless, system: RES, run: {process: [sleep, "60"]}}
            - {name: nil, pool: weightless, system: NIL, run: {process: [sleep, "60"]}}
            - {name: busy-1, pool: busy, run: {pull: {queue: busy}}}
            - {name: busy-2, pool: busy, run: {pull: {queue: busy}}}
            - {name: disabled, run: {noop: {}}}
            - {name: daily, schedule: "0 0 6 * * ?", run: {noop: {}}}
            - {name: by-hand, run: {noop: {}}}
            - {name: fails, run: {process: ["false"]}, retry: {delays: [1h]}}
      """;
  static final String SYSTEM =
      "{\"systemName\": \"%s\", \"reservedChannels\": %s, \"probability\": %s}";
  static final String JOB = "5e0b7a66-7d4e-4f57-9a53-4b8f2f0c9d12";
  static final String STEPS =
      """
      id: %s
      project: vault
      name: words
      steps:
        - {name: first, run: {noop: {}}}
        - {name: second, depends: [step/first, step/other], run: {noop: {}}}
        - {name: other, run: {noop: {}}}
        - {name: fails, run: {process: ["false"]}, retry: {attempts: 2, delay: 1h}}
        - {name: secret, run: {pull: {queue: secret}}, secrets: [key]}
        - {name: after, depends: [step/first], run: {noop: {}}}
      """
          .formatted(JOB);

  private BlockerSamples() {}
}
