package io.millrace.engine.job;

/**
 * What to save a job would come to.
 *
 * @param saved what the answer would be; a job that would be made has no number yet
 * @param job as it would be in force; null if it would be refused
 */
public record JobPreview(JobSaveResult saved, Job job) {}
