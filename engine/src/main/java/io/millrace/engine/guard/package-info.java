/**
 * What keeps a node from doing harm: it watches its clock, its place in the cluster and the
 * database's disk.
 *
 * <p>May depend on: clock, database, input, message, sql, store.
 */
@NullMarked
package io.millrace.engine.guard;

import org.jspecify.annotations.NullMarked;
