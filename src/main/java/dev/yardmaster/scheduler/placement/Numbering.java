package dev.yardmaster.scheduler.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers things from 0 in the order in which they are first seen; equal things are one. */
final class Numbering<K> {

  private final Map<K, Integer> numbers = new HashMap<>();
  private final List<K> things = new ArrayList<>();

  int of(K thing) {
    Integer known = numbers.get(thing);
    if (known != null) {
      return known;
    }
    numbers.put(thing, things.size());
    things.add(thing);
    return things.size() - 1;
  }

  /** The number of a thing that has one, or -1. */
  int find(K thing) {
    Integer known = numbers.get(thing);
    return known == null ? -1 : known;
  }

  K thing(int number) {
    return things.get(number);
  }

  /** In the order of the numbers. */
  List<K> things() {
    return things;
  }

  int size() {
    return things.size();
  }
}
