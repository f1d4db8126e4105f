/** What can go wrong with a request. Every exception here is unchecked. */
package io.millrace.client.error;
