package io.millrace.engine.credential;

/** A warning to the author of a definition about a credential in it. It does not show the value. */
public record CredentialWarning(String field, String reason) {}
