package io.millrace.engine.serialization;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.millrace.engine.message.Message;
import java.util.ArrayList;
import java.util.List;

/** All messages that may travel: the public ones. An actor sends the others only to itself. */
public final class MessageTypes {
  private static final List<Class<?>> ALL = find();

  private MessageTypes() {}

  public static List<Class<?>> all() {
    return ALL;
  }

  private static List<Class<?>> find() {
    List<Class<?>> found = new ArrayList<>();
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.millrace")) {
      if (type.isAssignableTo(Message.class)
          && !type.isInterface()
          && type.getModifiers().contains(JavaModifier.PUBLIC)) {
        found.add(type.reflect());
      }
    }
    return found;
  }
}
