package io.millrace.engine.project;

/** A value cannot be encrypted or decrypted on this node. The message says what to do. */
public final class VaultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String message;

  VaultException(String message) {
    this.message = message;
  }

  VaultException(String message, Throwable cause) {
    super(cause);
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message;
  }
}
