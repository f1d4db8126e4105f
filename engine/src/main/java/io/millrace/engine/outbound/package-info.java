/** Where requests may go to, and the one client that sends them there. */
package io.millrace.engine.outbound;
