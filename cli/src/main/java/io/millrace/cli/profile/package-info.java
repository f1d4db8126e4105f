/** Where the node is and with which access token to ask it. */
@NullMarked
package io.millrace.cli.profile;

import org.jspecify.annotations.NullMarked;
