/** {@code millrace simulate}: days on a virtual clock, and two of them side by side. */
@NullMarked
package io.millrace.cli.simulate;

import org.jspecify.annotations.NullMarked;
