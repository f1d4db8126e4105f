/** The directory: clients, users, sites and user-sites, as they are told to Millrace. */
package io.millrace.engine.directory;
