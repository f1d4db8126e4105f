/**
 * The page, its files, and the endpoints that feed it: {@code /session}, {@code /cluster}, {@code
 * /today}, {@code /refreshes}, {@code /events} and {@code /notifications}.
 *
 * <p>May depend on: directory, endpoint, freshness, server, tasks.
 */
@NullMarked
package io.millrace.http.page;

import org.jspecify.annotations.NullMarked;
