/** Flow control: who may run now. The channel pool as a pure core, and the actor that owns it. */
package io.millrace.engine.flow;
