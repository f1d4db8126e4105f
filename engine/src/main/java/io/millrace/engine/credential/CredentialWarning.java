package io.millrace.engine.credential;

/** What the author of a definition is told about a credential in it; the value is not in it. */
public record CredentialWarning(String field, String reason) {}
