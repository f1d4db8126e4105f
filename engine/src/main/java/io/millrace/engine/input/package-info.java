/**
 * How input is read, in any sensible spelling, and how bad input is reported: every error at once,
 * each with its field, value and reason.
 */
package io.millrace.engine.input;
