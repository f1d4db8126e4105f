/**
 * Runs of the kind {@code container}: one container of a Docker or Podman engine for each attempt.
 *
 * <p>May depend on: nothing.
 */
@NullMarked
package io.millrace.runners.container;

import org.jspecify.annotations.NullMarked;
