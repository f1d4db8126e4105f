package io.millrace.engine.serialization;

import com.fasterxml.jackson.databind.util.StdConverter;
import io.millrace.engine.refresh.PastDecision;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Turns the order of decisions around. Stored with the newest first, the older ones are the same
 * bytes at the end of the row as before, and PostgreSQL does not log those again.
 */
final class DecisionOrderConverter extends StdConverter<List<PastDecision>, List<PastDecision>> {
  @Override
  public List<PastDecision> convert(List<PastDecision> decisions) {
    List<PastDecision> reversed = new ArrayList<>(decisions);
    Collections.reverse(reversed);
    return reversed;
  }
}
