/** Commands that change something: run, cancel, rerun, pause, resume, disable, enable. */
@NullMarked
package io.millrace.cli.act;

import org.jspecify.annotations.NullMarked;
