/** A node: the parts of the engine, put together. */
package io.millrace.engine.node;
