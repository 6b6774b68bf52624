/**
 * What PostgreSQL needs beyond what it has in common with H2: bounds for a server that does not
 * answer, a lock against a second service, and patience at the start. Nothing here knows of the
 * journal's rows.
 */
@NullMarked
package dev.yardmaster.journal.postgres;

import org.jspecify.annotations.NullMarked;
