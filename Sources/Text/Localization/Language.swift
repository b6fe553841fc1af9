import Synchronization

/// The languages that the program speaks.
package enum Language: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  case korean = "ko"
}

extension Language {
  /// The language of all texts: the process's, unless `speaking` chose another one for the task.
  package static var current: Language {
    Language.allCases[Int(choice.index.load(ordering: .relaxed))]
  }

  /// Chooses the language from now on: of the whole process, or within `speaking` until that ends.
  package static func use(_ language: Language) {
    choice.index.store(language.index, ordering: .relaxed)
  }

  /// Runs a closure in a language, beside others that run in other ones.
  package func speaking<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Self.$choice.withValue(Choice(self), operation: body)
  }

  /// Speaks the language while a body waits for others; the tasks that it begins speak it too.
  package func speaking<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await Self.$choice.withValue(Choice(self), operation: body, isolation: isolation)
  }

  private var index: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }

  /// The chosen language, by its place among all.
  private final class Choice: Sendable {
    let index: Atomic<UInt8>

    init(_ language: Language) { index = Atomic(language.index) }
  }

  @TaskLocal private static var choice = Choice(.english)
}

extension Language {
  /// The language that an environment asks for, as setlocale(3) reads it for messages: the first of
  /// `LC_ALL`, `LC_MESSAGES` and `LANG` that is set says it; English where it is another one.
  package init(environment: (String) -> String?) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(environment).first { !$0.isEmpty }
    let code = locale?.unicodeScalars.prefix { "a"..."z" ~= $0 }
    self = code.flatMap { Language(rawValue: String($0)) } ?? .english
  }
}
