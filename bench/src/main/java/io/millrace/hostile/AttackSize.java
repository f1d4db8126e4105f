package io.millrace.hostile;

/** How much of an attack there is. */
enum AttackSize {
  SHORT,
  FULL;

  int of(int few, int many) {
    return this == SHORT ? few : many;
  }
}
