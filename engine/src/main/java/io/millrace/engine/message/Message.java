package io.millrace.engine.message;

/** A message that may travel between nodes. serialization.conf binds it to the CBOR serializer. */
public interface Message {}
