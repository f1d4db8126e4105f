/** Tokens: a step of a job at one logical time, as a pure core, a sharded entity and a service. */
package io.millrace.engine.token;
