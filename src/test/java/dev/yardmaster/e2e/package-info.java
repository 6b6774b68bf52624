/**
 * End-to-end tests: the packaged jar in processes of its own, its database in a file, commands and
 * workers as users have them. Whatever a test starts, {@link dev.yardmaster.e2e.Workshop} ends. The
 * program is known by its command line, HTTP and files alone.
 */
@NullMarked
package dev.yardmaster.e2e;

import org.jspecify.annotations.NullMarked;
