package dev.yardmaster.pipeline;

/**
 * A value's place for machines and for people.
 *
 * @param at where
 * @param field its name inside the owner, such as {@code env.PATH} or {@code command[2]}
 * @param owner whose field it is, such as {@code task "detect"}
 */
record Spot(Pointer at, String field, String owner) {

  Spot item(int index) {
    return new Spot(at.child(index), field + "[" + index + "]", owner);
  }

  Spot key(String key) {
    return new Spot(at.child(key), field + "." + key, owner);
  }

  /** Such as {@code "max_workers" of task "detect"}. */
  String label() {
    return Words.quoted(field) + " of " + owner;
  }
}
