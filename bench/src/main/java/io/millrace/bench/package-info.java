/**
 * Measurements, each beside a peer on the same database in the same run. Nothing here is a test.
 */
package io.millrace.bench;
