package io.millrace.engine.job;

import org.jspecify.annotations.Nullable;

/**
 * The result of a dry run of saving a job.
 *
 * @param saved the result of saving; a job that would be created has no number yet
 * @param job the job that would be in force; absent if it would be refused
 */
public record JobPreview(JobSaveResult saved, @Nullable Job job) {}
