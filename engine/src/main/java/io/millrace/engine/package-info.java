/** The scheduling engine: one folder, one idea, its pure part and its actor side by side. */
package io.millrace.engine;
