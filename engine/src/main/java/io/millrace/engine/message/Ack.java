package io.millrace.engine.message;

/** An owner has dealt with being woken or told, whatever came of it. */
public record Ack(String owner) implements Message {}
