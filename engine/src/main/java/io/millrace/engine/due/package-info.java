/** Durable time: the due index, and the waker that turns it into wake-ups. */
package io.millrace.engine.due;
