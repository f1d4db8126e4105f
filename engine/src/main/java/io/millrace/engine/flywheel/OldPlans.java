package io.millrace.engine.flywheel;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** The partitions of the plan by name, and their end. */
final class OldPlans {
  private OldPlans() {}

  static String partition(LocalDate date) {
    return "plan_" + DateTimeFormatter.BASIC_ISO_DATE.format(date);
  }

  static void drop(Connection connection, LocalDate before) throws SQLException {
    List<LocalDate> dates = dates(connection, before);
    try (Statement sql = connection.createStatement()) {
      for (LocalDate date : dates) {
        sql.execute("drop table if exists " + partition(date));
      }
    }
    try (PreparedStatement days =
            connection.prepareStatement("delete from plan_days where date < ?");
        PreparedStatement minutes =
            connection.prepareStatement("delete from plan_minutes where at < ?")) {
      days.setObject(1, before);
      days.executeUpdate();
      minutes.setObject(1, OffsetDateTime.of(before.atStartOfDay(), ZoneOffset.UTC));
      minutes.executeUpdate();
    }
  }

  private static List<LocalDate> dates(Connection connection, LocalDate before)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("select date from plan_days where date < ?")) {
      select.setObject(1, before);
      List<LocalDate> dates = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          dates.add(row.getObject(1, LocalDate.class));
        }
      }
      return dates;
    }
  }
}
