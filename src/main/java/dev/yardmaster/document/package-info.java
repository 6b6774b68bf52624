/**
 * From text to tree: reads a document in YAML or JSON into maps, lists and scalars, within bounds,
 * and says by line and column what cannot be read.
 *
 * <p>Knows text formats and their libraries and nothing of what a document means; that begins in
 * {@code pipeline}, whose {@code Problem} it shares. Nothing else of ours may enter.
 */
@NullMarked
package dev.yardmaster.document;

import org.jspecify.annotations.NullMarked;
