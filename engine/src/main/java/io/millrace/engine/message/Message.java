package io.millrace.engine.message;

/** A message that may travel between nodes; bound to the CBOR serializer in serialization.conf. */
public interface Message {}
