package io.millrace.engine.message;

/** The owner has handled a wake-up or an update, whatever it decided. */
public record Ack(String owner) implements Message {}
