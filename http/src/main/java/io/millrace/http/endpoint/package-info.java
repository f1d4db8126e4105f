/**
 * The parts that all endpoints share: declaration, caller, permission, parameters, JSON, problems,
 * and the bound on requests in flight.
 *
 * <p>May depend on: nothing.
 */
@NullMarked
package io.millrace.http.endpoint;

import org.jspecify.annotations.NullMarked;
