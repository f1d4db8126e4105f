/** Channels for those who do the work themselves: their requests, each of which is a task. */
package io.millrace.engine.external;
