import Synchronization

/// The languages that the program speaks.
package enum Language: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  case korean = "ko"
}

extension Language {
  /// The language that everything is said in: the process's own, unless `speaking` says otherwise.
  package static var current: Language {
    spoken ?? Language.allCases[Int(ofProcess.load(ordering: .relaxed))]
  }

  /// Chooses the language of the whole process; once, at its start.
  package static func use(_ language: Language) {
    ofProcess.store(UInt8(allCases.firstIndex(of: language) ?? 0), ordering: .relaxed)
  }

  /// Runs a closure in a language, beside others that run in other ones.
  package func speaking<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Self.$spoken.withValue(self, operation: body)
  }

  /// Speaks the language while a body waits for others; the tasks that it begins speak it too.
  package func speaking<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await Self.$spoken.withValue(self, operation: body, isolation: isolation)
  }

  private static let ofProcess = Atomic<UInt8>(0)
  @TaskLocal private static var spoken: Language?
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
