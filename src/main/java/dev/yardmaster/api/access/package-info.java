/**
 * Who calls, and what they may do: tokens with roles, the cookie of a browser that has signed in,
 * how failed attempts are slowed down, and the one table that says which role a call needs. Where
 * no tokens are configured, nothing of it stands before a call.
 *
 * <p>Everybody else learns the caller's name and roles from the request itself ({@code
 * getUserPrincipal}, {@code isUserInRole}).
 */
@NullMarked
package dev.yardmaster.api.access;

import org.jspecify.annotations.NullMarked;
