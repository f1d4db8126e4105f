package io.millrace.engine.store;

/**
 * An event as bytes.
 *
 * @param serializerId the serializer that wrote them and reads them
 * @param manifest the stored name of the event
 */
record SerializedPayload(byte[] bytes, int serializerId, String manifest) {}
