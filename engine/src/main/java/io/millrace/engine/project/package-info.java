/**
 * The config and secrets of projects, encrypted where they are kept.
 *
 * <p>May depend on: input, platform, sql.
 */
@NullMarked
package io.millrace.engine.project;

import org.jspecify.annotations.NullMarked;
