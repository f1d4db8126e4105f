/** A remote worker: claims tasks, runs a handler for each, and reports how it ended. */
package io.millrace.client.worker;
