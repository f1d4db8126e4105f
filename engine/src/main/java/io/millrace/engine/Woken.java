package io.millrace.engine;

/** An owner has dealt with being woken or told, whatever came of it. */
public record Woken(String owner) implements Message {}
