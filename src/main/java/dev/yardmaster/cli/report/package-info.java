/** Texts for people: summaries, plans, problems, explanations. Pure functions of the answers. */
@NullMarked
package dev.yardmaster.cli.report;

import org.jspecify.annotations.NullMarked;
