/**
 * The subjects of refreshes and their times: {@code /clients}, {@code /users}, {@code /sites},
 * {@code /user-sites}, {@code /sources}, {@code /import}, and the daily plan of the flywheel.
 *
 * <p>May depend on: access, endpoint, freshness, tasks.
 */
@NullMarked
package io.millrace.http.directory;

import org.jspecify.annotations.NullMarked;
