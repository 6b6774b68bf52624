/**
 * The service inside the command line's own process: starting it, where its data goes, and what a
 * failed start means in words.
 */
@NullMarked
package dev.yardmaster.cli.local;

import org.jspecify.annotations.NullMarked;
