/**
 * Statements with their values, many rows at once, and transactions.
 *
 * <p>May depend on: nothing.
 */
@NullMarked
package io.millrace.engine.sql;

import org.jspecify.annotations.NullMarked;
