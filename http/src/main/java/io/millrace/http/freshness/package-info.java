/**
 * How fresh everything is, against what is promised.
 *
 * <p>May depend on: endpoint.
 */
@NullMarked
package io.millrace.http.freshness;

import org.jspecify.annotations.NullMarked;
