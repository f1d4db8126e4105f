/** The API and the program: routes by resource, access, problems, and the node's main class. */
package io.millrace.http;
