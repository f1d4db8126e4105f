/**
 * Measurements, each beside a peer on the same database in the same run.
 *
 * <p>May depend on: engine, http, runners.
 */
@NullMarked
package io.millrace.bench;

import org.jspecify.annotations.NullMarked;
