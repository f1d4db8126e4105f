/**
 * What is kept and how: the database itself, its migrations, the SQL, the rows beside the journal.
 */
package io.millrace.engine.store;
