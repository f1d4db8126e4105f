/** The days of the history: created in advance, and dropped when they are old. */
package io.millrace.engine.retention;
