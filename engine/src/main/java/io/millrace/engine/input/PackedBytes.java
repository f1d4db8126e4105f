package io.millrace.engine.input;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Values of a document, written one after the other. A mapping or a list begins with its length, so
 * that it can be skipped.
 */
final class PackedBytes {
  static final byte MAPPING = 1;
  static final byte LIST = 2;
  static final byte INT = 3;
  static final byte LONG = 4;
  static final byte BIG = 5;
  static final byte DOUBLE = 6;
  static final byte TRUE = 7;
  static final byte FALSE = 8;
  static final byte NULL = 9;

  /** A text of characters of one byte, and one of others. */
  static final byte NARROW = 10;

  static final byte WIDE = 11;

  private static final int FIRST_SIZE = 1024;
  private static final int WIDEST_NARROW = 0xFF;

  private ByteBuffer bytes = ByteBuffer.allocate(FIRST_SIZE);

  int length() {
    return bytes.position();
  }

  /** Forgets what was written since then. */
  void backTo(int length) {
    bytes.position(length);
  }

  private ByteBuffer room(int more) {
    if (bytes.remaining() < more) {
      int size = Math.max(2 * bytes.capacity(), bytes.position() + more);
      bytes = ByteBuffer.wrap(Arrays.copyOf(bytes.array(), size)).position(bytes.position());
    }
    return bytes;
  }

  /**
   * @return to be given to {@link #end}
   */
  int begin(byte kind) {
    room(1 + Integer.BYTES).put(kind).putInt(0);
    return length();
  }

  void end(int begun) {
    bytes.putInt(begun - Integer.BYTES, length());
  }

  void add(byte kind) {
    room(1).put(kind);
  }

  void add(int value) {
    room(1 + Integer.BYTES).put(INT).putInt(value);
  }

  void add(long value) {
    room(1 + Long.BYTES).put(LONG).putLong(value);
  }

  void add(double value) {
    room(1 + Double.BYTES).put(DOUBLE).putDouble(value);
  }

  void add(BigInteger value) {
    byte[] digits = value.toByteArray();
    room(1 + Integer.BYTES + digits.length).put(BIG).putInt(digits.length).put(digits);
  }

  void add(String text) {
    if (isNarrow(text)) {
      byte[] narrow = text.getBytes(StandardCharsets.ISO_8859_1);
      room(1 + Integer.BYTES + narrow.length).put(NARROW).putInt(narrow.length).put(narrow);
    } else {
      int size = text.length() * Character.BYTES;
      room(1 + Integer.BYTES + size).put(WIDE).putInt(size);
      for (int i = 0; i < text.length(); i++) {
        bytes.putChar(text.charAt(i));
      }
    }
  }

  private static boolean isNarrow(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > WIDEST_NARROW) {
        return false;
      }
    }
    return true;
  }

  /** Whether that text is there. */
  boolean isText(int at, String text) {
    int size = bytes.getInt(at + 1);
    if (kind(at) == WIDE) {
      return textAt(at).equals(text);
    }
    if (size != text.length()) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if ((bytes.get(first(at) + i) & WIDEST_NARROW) != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  byte kind(int at) {
    return bytes.get(at);
  }

  /** Where the first value in a mapping or a list is, or would be. */
  static int first(int at) {
    return at + 1 + Integer.BYTES;
  }

  /** Where the value ends. */
  int end(int at, byte kind) {
    return switch (kind) {
      case MAPPING, LIST -> bytes.getInt(at + 1);
      case INT -> at + 1 + Integer.BYTES;
      case LONG, DOUBLE -> at + 1 + Long.BYTES;
      case TRUE, FALSE, NULL -> at + 1;
      default -> first(at) + bytes.getInt(at + 1);
    };
  }

  int next(int at) {
    return end(at, kind(at));
  }

  int intAt(int at) {
    return bytes.getInt(at + 1);
  }

  long longAt(int at) {
    return bytes.getLong(at + 1);
  }

  double doubleAt(int at) {
    return bytes.getDouble(at + 1);
  }

  BigInteger bigAt(int at) {
    return new BigInteger(bytes.array(), first(at), bytes.getInt(at + 1));
  }

  String textAt(int at) {
    int size = bytes.getInt(at + 1);
    return kind(at) == NARROW
        ? new String(bytes.array(), first(at), size, StandardCharsets.ISO_8859_1)
        : bytes.slice(first(at), size).asCharBuffer().toString();
  }
}
