package io.millrace.engine.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.postgresql.PGStatement;

/** A database that explains each query, with its values, before it answers. */
public final class ExplainingDatabase {

  /** A query and its plan, as PostgreSQL explains it. */
  public record ExplainedQuery(String sql, List<String> lines) {
    /** How each table is read, one per line. Partitions of days look the same. */
    public String inShort() {
      return lines.stream()
          .filter(line -> line.contains(" Scan"))
          .map(line -> line.strip().replaceFirst("^->  ", "").replaceAll("_\\d{8}\\w*", "_…"))
          .map(line -> line.replaceAll(" on (\\w+(?:_…)?).*", " on $1"))
          .distinct()
          .collect(Collectors.joining("; "));
    }

    /** The tables that are scanned completely. */
    public List<String> scanned() {
      return lines.stream()
          .filter(line -> line.contains("Seq Scan on "))
          .map(line -> line.replaceAll(".*Seq Scan on (\\w+).*", "$1"))
          .toList();
    }

    @Override
    public String toString() {
      return sql.strip() + "\n  " + String.join("\n  ", lines);
    }
  }

  private final DataSource database;
  private final List<ExplainedQuery> plans = new ArrayList<>();

  public ExplainingDatabase(DataSource database) {
    this.database = database;
  }

  public List<ExplainedQuery> plans() {
    return plans;
  }

  public DataSource dataSource() {
    return like(
        DataSource.class,
        (method, values) -> {
          Object made = invoke(method, database, values);
          return made instanceof Connection connection ? connection(connection) : made;
        });
  }

  private Connection connection(Connection connection) {
    return like(
        Connection.class,
        (method, values) -> {
          Object made = invoke(method, connection, values);
          return made instanceof PreparedStatement statement
              ? statement(connection, statement, (String) values[0])
              : made;
        });
  }

  private PreparedStatement statement(
      Connection connection, PreparedStatement statement, String sql) {
    Map<Method, List<Object[]>> given = new LinkedHashMap<>();
    return like(
        PreparedStatement.class,
        (method, values) -> {
          if (method.getName().equals("executeQuery")) {
            plans.add(new ExplainedQuery(sql, explain(connection, sql, given)));
          } else if (method.getName().startsWith("set")) {
            given.computeIfAbsent(method, none -> new ArrayList<>()).add(values);
          }
          return invoke(method, statement, values);
        });
  }

  private static List<String> explain(
      Connection connection, String sql, Map<Method, List<Object[]>> given) throws Throwable {
    List<String> lines = new ArrayList<>();
    try (PreparedStatement asking = connection.prepareStatement("explain (costs off) " + sql)) {
      asking.unwrap(PGStatement.class).setPrepareThreshold(0); // planned for these values
      for (Map.Entry<Method, List<Object[]>> values : given.entrySet()) {
        for (Object[] each : values.getValue()) {
          invoke(values.getKey(), asking, each);
        }
      }
      try (ResultSet row = asking.executeQuery()) {
        while (row.next()) {
          lines.add(row.getString(1));
        }
      }
    }
    return lines;
  }

  @FunctionalInterface
  private interface ProxiedCall {
    Object to(Method method, Object[] values) throws Throwable;
  }

  private static <T> T like(Class<T> type, ProxiedCall answer) {
    return type.cast(
        Proxy.newProxyInstance(
            ExplainingDatabase.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, values) -> answer.to(method, values)));
  }

  private static Object invoke(Method method, Object target, Object[] values) throws Throwable {
    try {
      return method.invoke(target, values);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
