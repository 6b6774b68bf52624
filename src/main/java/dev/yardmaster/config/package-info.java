/**
 * Reads the configuration and wires everything; the only package that sees all others. Each {@code
 * yardmaster.*} property is a component of a validated record here; what is wired gets plain
 * values.
 */
@NullMarked
package dev.yardmaster.config;

import org.jspecify.annotations.NullMarked;
