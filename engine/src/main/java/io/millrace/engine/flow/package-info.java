/** Flow control: the channel pool as a pure core, the actor that owns it, and the pool service. */
package io.millrace.engine.flow;
