/** What can go wrong with a request. Every exception here is unchecked. */
@NullMarked
package io.millrace.client.error;

import org.jspecify.annotations.NullMarked;
