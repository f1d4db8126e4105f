/** The user-site: its attempts and their outcomes, as a pure core and as a sharded entity. */
package io.millrace.engine.refresh;
