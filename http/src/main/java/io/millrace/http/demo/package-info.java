/**
 * The data of {@code MILLRACE_DEMO=true}: banks, users, sources and jobs.
 *
 * <p>May depend on: endpoint.
 */
@NullMarked
package io.millrace.http.demo;

import org.jspecify.annotations.NullMarked;
