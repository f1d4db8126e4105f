/** What operators see at a glance: tasks, plan, pools and cluster members. */
package io.millrace.engine.watch;
