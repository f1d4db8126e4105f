/** Channels for callers who do the work themselves; each request is a task. */
package io.millrace.engine.external;
