/**
 * The data of {@code MILLRACE_DEMO=true}: banks, users, sources and jobs.
 *
 * <p>May depend on: endpoint.
 */
package io.millrace.http.demo;
