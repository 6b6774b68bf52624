/**
 * The engine's journal on JPA: what is stored, in which form, and the audit trail that people read.
 *
 * <p>Entities and SQL live here and nowhere else. No decision may enter: what is stored was decided
 * before, and what is read back is not interpreted.
 */
@NullMarked
package dev.yardmaster.journal;

import org.jspecify.annotations.NullMarked;
