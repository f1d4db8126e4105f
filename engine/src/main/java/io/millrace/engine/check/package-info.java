/**
 * Checks the rules that all stored data must satisfy.
 *
 * <p>May depend on: flow, policy, refresh, sql, token.
 */
@NullMarked
package io.millrace.engine.check;

import org.jspecify.annotations.NullMarked;
