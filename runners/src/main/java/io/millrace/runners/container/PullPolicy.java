package io.millrace.runners.container;

/** When the image of a container is fetched from its registry. */
enum PullPolicy {
  /** If the engine does not have it. */
  MISSING,
  ALWAYS,
  NEVER
}
