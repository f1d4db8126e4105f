/**
 * States of owners, events of pools and the history: batched reads and writes, migrations, and the
 * table of fenced nodes.
 *
 * <p>May depend on: database, input, notify, sql, task.
 */
@NullMarked
package io.millrace.engine.store;

import org.jspecify.annotations.NullMarked;
