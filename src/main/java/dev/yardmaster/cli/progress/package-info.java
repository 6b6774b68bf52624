/**
 * What is shown while a run is going on: bars on a terminal, lines in a log. Fed with the service's
 * own counters and nothing else, so that it cannot claim what did not happen.
 */
@NullMarked
package dev.yardmaster.cli.progress;

import org.jspecify.annotations.NullMarked;
