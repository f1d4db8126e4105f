/** Jobs: what they are made of, how they refer to each other, and how they are read and kept. */
package io.millrace.engine.job;
