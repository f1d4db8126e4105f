/** What operators see at a glance: read from tables that do not grow with the history. */
package io.millrace.engine.watch;
