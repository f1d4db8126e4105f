package io.millrace.http;

import static com.tngtech.archunit.lang.conditions.ArchConditions.haveOnlyPrivateConstructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.junit.jupiter.api.Test;

/** What the tests of the engine and of the API share has one style: see docs/development.md. */
class TestKitStyleTest {
  private static final JavaClasses TESTS =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.ONLY_INCLUDE_TESTS)
          .importPackages("io.millrace");

  @Test
  void theTestsOfBothModulesAreSeen() {
    assertThat(TESTS.contain("io.millrace.engine.JournalKit")).isTrue();
    assertThat(TESTS.contain("io.millrace.http.TestNode")).isTrue();
  }

  @Test
  void aSuperclassOfTestsIsATestBaseAndAKitIsNone() {
    classes()
        .that()
        .areTopLevelClasses()
        .and()
        .areNotInterfaces()
        .and()
        .haveModifier(JavaModifier.ABSTRACT)
        .should()
        .haveSimpleNameEndingWith("TestBase")
        .check(TESTS);
    classes()
        .that()
        .haveSimpleNameEndingWith("Kit")
        .should()
        .haveModifier(JavaModifier.FINAL)
        .check(TESTS);
  }

  @Test
  void whatMustBeClosedIsMadeByAMethodThatSaysHow() {
    classes()
        .that()
        .areTopLevelClasses()
        .and()
        .implement(AutoCloseable.class)
        .should(haveOnlyPrivateConstructors())
        .andShould(beMadeByAStaticMethod())
        .check(TESTS);
  }

  private static ArchCondition<JavaClass> beMadeByAStaticMethod() {
    return new ArchCondition<>("be made by a static method, such as start()") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean made =
            type.getMethods().stream()
                .filter(method -> method.getModifiers().contains(JavaModifier.STATIC))
                .anyMatch(method -> method.getRawReturnType().equals(type));
        events.add(new SimpleConditionEvent(type, made, type.getName() + " has no such method"));
      }
    };
  }
}
