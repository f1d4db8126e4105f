/**
 * Webhooks: notifications are written with the events and sent afterwards.
 *
 * <p>May depend on: clock, input, outbound, project, sql.
 */
@NullMarked
package io.millrace.engine.notify;

import org.jspecify.annotations.NullMarked;
