/**
 * What the tasks of a project are told: its config and its secrets, encrypted where they are kept.
 */
package io.millrace.engine.project;
