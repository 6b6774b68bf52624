/**
 * The command line: one class per command, exit codes, signals. It knows the service only through
 * its REST API, also where it starts the whole service inside its own process, so that nothing
 * works on the command line that a script could not do. No scheduling, no access to the engine or
 * the database.
 */
@NullMarked
package dev.yardmaster.cli;

import org.jspecify.annotations.NullMarked;
