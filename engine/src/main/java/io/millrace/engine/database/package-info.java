/**
 * The PostgreSQL server that a node brings along, and the address of any database.
 *
 * <p>May depend on: clock, platform.
 */
@NullMarked
package io.millrace.engine.database;

import org.jspecify.annotations.NullMarked;
