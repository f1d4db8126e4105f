/**
 * {@code /tasks} and {@code /history}: queue, show, list, cancel and re-run tasks, and read their
 * logs.
 *
 * <p>May depend on: endpoint, server.
 */
@NullMarked
package io.millrace.http.tasks;

import org.jspecify.annotations.NullMarked;
