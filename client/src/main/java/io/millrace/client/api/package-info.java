/** One class for each group of operations. Each method has the name of its operation. */
package io.millrace.client.api;
