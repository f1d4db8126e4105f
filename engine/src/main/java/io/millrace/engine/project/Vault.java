package io.millrace.engine.project;

import io.millrace.engine.project.ProjectValueStore.ValueKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts values with AES-256-GCM, each with its own nonce. The owner of a value is authenticated
 * with it, so a row that was moved to another project or name does not decrypt. The stored bytes
 * begin with the id of the key, so that a wrong key is told apart from a changed row.
 */
public final class Vault {
  private static final int KEY_ID = 4;
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;

  private final VaultKey key;
  private final SecureRandom random = new SecureRandom();

  public Vault(VaultKey key) {
    this.key = key;
  }

  /** The first bytes of all values that are encrypted here. */
  byte[] keyId() {
    return id(key.bytes());
  }

  public byte[] seal(String project, ValueKind kind, String name, String value) {
    byte[] bytes = key.bytes();
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, bytes, nonce, owner(project, kind, name));
      byte[] text = cipher.doFinal(value.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.allocate(KEY_ID + NONCE + text.length)
          .put(id(bytes))
          .put(nonce)
          .put(text)
          .array();
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * @throws VaultException if another key was used, or the bytes were changed
   */
  public String open(String project, ValueKind kind, String name, byte[] sealed) {
    byte[] bytes = key.bytes();
    String what = "The %s '%s' of the project '%s' ".formatted(kind.text(), name, project);
    if (sealed.length < KEY_ID + NONCE + TAG_BITS / 8) {
      throw changed(what);
    }
    byte[] usedKey = Arrays.copyOf(sealed, KEY_ID);
    if (!Arrays.equals(usedKey, id(bytes))) {
      throw new VaultException(what + otherKey(usedKey));
    }
    byte[] nonce = Arrays.copyOfRange(sealed, KEY_ID, KEY_ID + NONCE);
    int from = KEY_ID + NONCE;
    try {
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, bytes, nonce, owner(project, kind, name));
      return new String(cipher.doFinal(sealed, from, sealed.length - from), StandardCharsets.UTF_8);
    } catch (AEADBadTagException tampered) {
      throw changed(what);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Says what to do about values that were encrypted with another key. */
  String otherKey(byte[] id) {
    return ("was encrypted with the key %s, but this node has the key %s: give every node the first"
            + " key (%s), or save the value again")
        .formatted(HexFormat.of().formatHex(id), HexFormat.of().formatHex(keyId()), key.where());
  }

  private static VaultException changed(String what) {
    return new VaultException(
        what
            + "was changed in the database, or moved from another row: save it again, or restore"
            + " the row");
  }

  private static Cipher cipher(int mode, byte[] key, byte[] nonce, byte[] owner)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(owner);
    return cipher;
  }

  /** The separator occurs in no name. */
  private static byte[] owner(String project, ValueKind kind, String name) {
    return String.join("\n", project, kind.text(), name).getBytes(StandardCharsets.UTF_8);
  }

  /** The beginning of a hash: it identifies the key, and reveals nothing about it. */
  private static byte[] id(byte[] key) {
    try {
      return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(key), KEY_ID);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
