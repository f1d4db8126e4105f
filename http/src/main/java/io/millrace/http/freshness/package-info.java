/**
 * {@code /freshness}: the states and budgets of promises.
 *
 * <p>May depend on: endpoint.
 */
@NullMarked
package io.millrace.http.freshness;

import org.jspecify.annotations.NullMarked;
