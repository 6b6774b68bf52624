/**
 * The Helm chart in {@code helm/yardmaster}: rendered by Helm itself, and read as a cluster would
 * read it. Nothing here knows the service.
 */
@NullMarked
package dev.yardmaster.chart;

import org.jspecify.annotations.NullMarked;
