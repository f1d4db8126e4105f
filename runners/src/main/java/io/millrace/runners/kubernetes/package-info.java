/**
 * Runs of the kind {@code kubernetes}: one Job of a Kubernetes cluster for each attempt.
 *
 * <p>May depend on: nothing.
 */
@NullMarked
package io.millrace.runners.kubernetes;

import org.jspecify.annotations.NullMarked;
