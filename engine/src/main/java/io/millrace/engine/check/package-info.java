/**
 * What must hold over everything that was ever stored, checked after the fact.
 *
 * <p>May depend on: flow, policy, refresh, sql, token.
 */
package io.millrace.engine.check;
