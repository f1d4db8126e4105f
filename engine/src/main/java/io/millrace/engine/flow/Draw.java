package io.millrace.engine.flow;

/** Where chance comes in: a number from 1 to {@code most}, each as likely as any other. */
@FunctionalInterface
public interface Draw {
  int upTo(int most);
}
