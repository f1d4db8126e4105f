/**
 * {@code /simulations}: days that are simulated, their results, and two of them side by side.
 *
 * <p>May depend on: endpoint.
 */
@NullMarked
package io.millrace.http.simulations;

import org.jspecify.annotations.NullMarked;
