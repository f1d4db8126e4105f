/** How bad input is reported: every error at once, each with its field, value and reason. */
package io.millrace.engine.input;
