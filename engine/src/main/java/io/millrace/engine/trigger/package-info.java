/**
 * Triggers: when each fires, what was missed and is caught up, and the one actor that fires them.
 */
package io.millrace.engine.trigger;
