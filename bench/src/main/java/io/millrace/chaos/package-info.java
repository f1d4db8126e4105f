/** Kills, freezes and splits a real cluster under load, and has everything checked afterwards. */
package io.millrace.chaos;
