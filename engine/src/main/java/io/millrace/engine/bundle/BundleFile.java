package io.millrace.engine.bundle;

/** A file with definitions: YAML, in one document or several. */
public record BundleFile(String path, String content) {}
