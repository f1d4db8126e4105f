/** Webhooks: what is told to others, written with the events and sent afterwards. */
package io.millrace.engine.notify;
