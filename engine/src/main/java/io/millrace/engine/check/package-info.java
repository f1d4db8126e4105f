/**
 * What must hold over everything that was ever stored, checked after the fact.
 *
 * <p>May depend on: flow, refresh, sql, token.
 */
@NullMarked
package io.millrace.engine.check;

import org.jspecify.annotations.NullMarked;
