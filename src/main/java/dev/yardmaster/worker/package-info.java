/** The worker protocol. It asks the engine, and knows of workers only what they say. */
@NullMarked
package dev.yardmaster.worker;

import org.jspecify.annotations.NullMarked;
