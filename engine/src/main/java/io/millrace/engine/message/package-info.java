/**
 * What actors send each other, and how they are asked: again after a timeout, or a batch at a time.
 *
 * <p>May depend on: nothing.
 */
package io.millrace.engine.message;
