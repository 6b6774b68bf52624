/**
 * The REST API as the command line sees it: a small client and the parts of the answers that people
 * are shown. Fields that it does not know are ignored, so that an older command line can watch a
 * newer service.
 */
@NullMarked
package dev.yardmaster.cli.client;

import org.jspecify.annotations.NullMarked;
