/**
 * Statements with their values, many rows at once, and transactions.
 *
 * <p>May depend on: nothing.
 */
package io.millrace.engine.sql;
