/**
 * When things fire: cron lines in a time zone and anchored intervals. Pure: time is a parameter.
 */
package io.millrace.engine.schedule;
