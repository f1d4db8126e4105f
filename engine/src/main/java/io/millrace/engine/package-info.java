/** The scheduling engine: one folder, one idea, its pure part and its actor side by side. */
@NullMarked
package io.millrace.engine;

import org.jspecify.annotations.NullMarked;
