import Synchronization

/// A language of the program: English, or one that has a translation.
package struct Language: RawRepresentable, Hashable, Sendable, CaseIterable {
  /// The ISO 639 code: `en`, `ko`.
  package let rawValue: String

  private init(code: String) { rawValue = code }

  package init?(rawValue: String) {
    guard let language = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = language
  }

  package static let english = Language(code: "en")
  package static let korean = Language(code: "ko")

  package static let allCases =
    [english] + EmbeddedFile.translations.map { Language(code: $0.language) }

  /// The translation into the language; `nil` for English.
  package var translation: Translation? { Self.translations[Int(index)] }

  /// The translation into the current language.
  static var currentTranslation: Translation? {
    translations[Int(choice.index.load(ordering: .relaxed))]
  }

  /// The translations of `allCases`.
  private static let translations =
    [nil] + EmbeddedFile.translations.map { Translation($0.file.bytes) }
}

extension Language {
  /// The language of all texts: the process's, or the one that `speaking` sets for the task.
  package static var current: Language {
    Language.allCases[Int(choice.index.load(ordering: .relaxed))]
  }

  /// Changes the language of the process or, within `speaking`, of the task.
  package static func use(_ language: Language) {
    choice.index.store(language.index, ordering: .relaxed)
  }

  /// Runs a closure in the language.
  package func speaking<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Self.$choice.withValue(Choice(self), operation: body)
  }

  /// Runs an asynchronous closure, and the tasks that it creates, in the language.
  package func speaking<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await Self.$choice.withValue(Choice(self), operation: body, isolation: isolation)
  }

  private var index: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }

  /// The language of a process or task.
  private final class Choice: Sendable {
    /// Its index in `allCases`.
    let index: Atomic<UInt8>

    init(_ language: Language) { index = Atomic(language.index) }
  }

  @TaskLocal private static var choice = Choice(.english)
}

extension Language {
  /// Reads the language from an environment, as setlocale(3) does for messages: from the first of
  /// `LC_ALL`, `LC_MESSAGES` and `LANG` that is set. English if the program doesn't have it.
  package init(environment: (String) -> String?) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap(environment).first { !$0.isEmpty }
    let code = locale?.unicodeScalars.prefix { "a"..."z" ~= $0 }
    self = code.flatMap { Language(rawValue: String($0)) } ?? .english
  }
}
