/** Checks of the whole database, after the fact: what must hold over everything ever stored. */
package io.millrace.engine.check;
