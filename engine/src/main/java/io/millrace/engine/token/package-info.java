/** Tokens: a step of a job at one logical time. What arrived, whether it runs, what follows. */
package io.millrace.engine.token;
