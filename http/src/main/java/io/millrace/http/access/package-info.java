/**
 * Access control: access tokens and their roles, the gate in front of all routes, {@code /tokens},
 * and the token that uses each worker id.
 *
 * <p>May depend on: endpoint, logging, server.
 */
@NullMarked
package io.millrace.http.access;

import org.jspecify.annotations.NullMarked;
