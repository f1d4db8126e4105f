/**
 * Measurements, each beside a peer on the same database in the same run.
 *
 * <p>May depend on: engine, http.
 */
package io.millrace.bench;
