/**
 * The HTTP server around the routes: connections, bodies, limits, long polls, streams, request
 * meters and health.
 *
 * <p>May depend on: endpoint, settings.
 */
@NullMarked
package io.millrace.http.server;

import org.jspecify.annotations.NullMarked;
