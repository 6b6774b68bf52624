/**
 * The door of the application: the main class, and nothing else. Every part of the service lives in
 * a package of its own below; which of them may know which is written down in the architecture
 * test.
 */
@NullMarked
package dev.yardmaster;

import org.jspecify.annotations.NullMarked;
