/**
 * What the API is asked and what it answers, as records. A time that has not come, and a field that
 * the server left out, is null. Fields of newer servers are ignored.
 */
package io.millrace.client.model;
