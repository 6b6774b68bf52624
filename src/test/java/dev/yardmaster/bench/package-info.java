/**
 * What is measured, each beside a reference in the same run. Started by {@code ./mvnw -q -Pbench}.
 */
@NullMarked
package dev.yardmaster.bench;

import org.jspecify.annotations.NullMarked;
