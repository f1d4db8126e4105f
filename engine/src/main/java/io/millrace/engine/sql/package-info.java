/** Statements with their values, many rows at once, and transactions. */
package io.millrace.engine.sql;
