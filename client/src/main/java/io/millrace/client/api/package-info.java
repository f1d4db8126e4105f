/** One class for each group of operations. Each method has the name of its operation. */
@NullMarked
package io.millrace.client.api;

import org.jspecify.annotations.NullMarked;
