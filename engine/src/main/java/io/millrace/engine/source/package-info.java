/** Sources and their collections, as a YAML document defines them. */
package io.millrace.engine.source;
