/**
 * The flywheel: every user in the plan of the day, and the minutes of that plan, run one by one.
 */
package io.millrace.engine.flywheel;
