/**
 * Who does the work. The runners here are plain Java: they are given an execution, do it, and say
 * how it ended; when and whether they are called is decided elsewhere.
 */
package io.millrace.engine.worker;
