/**
 * {@code /jobs}, {@code /projects} and {@code /schedules}: jobs with their triggers and tokens, and
 * the values of projects.
 *
 * <p>May depend on: access, endpoint, tasks.
 */
@NullMarked
package io.millrace.http.jobs;

import org.jspecify.annotations.NullMarked;
