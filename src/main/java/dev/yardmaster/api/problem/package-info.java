/**
 * What goes wrong, as callers see it: one enum of stable codes, one advice that maps every failure
 * to a problem document (RFC 9457). Anything that answers HTTP may use it; it knows nothing of what
 * the service does.
 */
@NullMarked
package dev.yardmaster.api.problem;

import org.jspecify.annotations.NullMarked;
