/** What must hold over everything that was ever stored, checked after the fact. */
package io.millrace.engine.check;
