/**
 * What stands before every call, whoever answers it: is the service called by a name of its own, by
 * its own pages, with a body of a known kind and bounded size, and is it reachable by strangers?
 */
@NullMarked
package dev.yardmaster.api.safety;

import org.jspecify.annotations.NullMarked;
