/**
 * Runs of the kind {@code container}: one container of a Docker or Podman engine for each attempt.
 *
 * <p>May depend on: nothing.
 */
package io.millrace.runners.container;
