/** Attacks a node as strangers and bad tokens would, and watches that nobody else notices. */
package io.millrace.hostile;
