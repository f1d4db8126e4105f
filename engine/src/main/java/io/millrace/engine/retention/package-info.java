/** The days of the history: made ahead, and dropped when they are old. */
package io.millrace.engine.retention;
