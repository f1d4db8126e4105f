package io.millrace.http.endpoint;

/**
 * The length of a body, and its cost.
 *
 * @param most bytes that an endpoint takes
 * @param weight bytes of heap for each of its bytes, once it is read and parsed
 */
public record BodyLimit(long most, int weight) {
  private static final int FIELDS_WEIGHT = 8;

  /** DocumentHeapTest shows that this is enough for sources. */
  private static final int DOCUMENT_WEIGHT = 24;

  private static final int TREE_WEIGHT = 36;

  /** Definitions as they are written, as they are read, and as they are compared. */
  private static final int FOLDER_WEIGHT = 100;

  public static final BodyLimit USUAL = fields(1024 * 1024);

  /** The endpoint reads its body piece by piece, and bounds it itself. */
  public static final BodyLimit STREAMED = new BodyLimit(Long.MAX_VALUE, 0);

  /** A body with a few fields. */
  public static BodyLimit fields(long most) {
    return new BodyLimit(most, FIELDS_WEIGHT);
  }

  /** YAML that is read without a tree. */
  public static BodyLimit document(long most) {
    return new BodyLimit(most, DOCUMENT_WEIGHT);
  }

  /** YAML that is made a tree. */
  public static BodyLimit tree(long most) {
    return new BodyLimit(most, TREE_WEIGHT);
  }

  /** Many definitions that are compared with those in force. */
  public static BodyLimit folder(long most) {
    return new BodyLimit(most, FOLDER_WEIGHT);
  }

  /** No more than all the heap that there is for bodies. */
  public BodyLimit within(long heap) {
    return new BodyLimit(Math.min(most, heap / weight), weight);
  }

  public long cost(long bytes) {
    return bytes * weight;
  }
}
