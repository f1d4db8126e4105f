/**
 * Clients, users, sites and user-sites: how they are read, kept, imported and asked for.
 *
 * <p>May depend on: credential, fresh, input, message, notify, policy, source, sql, task.
 */
@NullMarked
package io.millrace.engine.directory;

import org.jspecify.annotations.NullMarked;
