/**
 * Pages for people, rendered on the server: they need no script, load nothing from elsewhere, and
 * what users wrote stays text. Shows pictures of the state; decides nothing.
 */
@NullMarked
package dev.yardmaster.dashboard;

import org.jspecify.annotations.NullMarked;
