/**
 * The journal: migrations, batched writes and reads, the rows beside the events, and the table of
 * fenced nodes.
 *
 * <p>May depend on: database, input, notify, sql, task.
 */
@NullMarked
package io.millrace.engine.store;

import org.jspecify.annotations.NullMarked;
