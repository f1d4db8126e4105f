/**
 * {@code /workers} and the reports on tasks: claim, heartbeat, progress, log lines and finish.
 *
 * <p>May depend on: access, endpoint, server.
 */
@NullMarked
package io.millrace.http.workers;

import org.jspecify.annotations.NullMarked;
