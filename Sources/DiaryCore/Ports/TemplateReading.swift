import Localization

/// Why a template, or the file of a person's own questions, can't be used.
package enum TemplateError: Error, Hashable, Sendable {
  case tooLarge
  /// It isn't UTF-8, or holds bytes that no text has.
  case notText
  case unreadable(reason: String)
  /// There is none of that name, or the name is no name of a file.
  case missing
}

/// A template's file: what it says, or why that can't be told.
package struct TemplateFile: Hashable, Sendable {
  package var name: String
  package var result: Result<Template, TemplateError>

  package init(name: String, result: Result<Template, TemplateError>) {
    self.name = name
    self.result = result
  }
}

/// Reads a person's templates.
package protocol TemplateReading: Sendable {
  /// The folder that they stand in, whether it exists or not.
  var folder: String { get }
  /// All of them, by name.
  func templates() async -> [TemplateFile]
}

extension TemplateError {
  /// Why the template of that name can't be used, on one line.
  package func line(_ name: String) -> String {
    let name = name.printable
    return switch self {
    case .tooLarge:
      localized("Template “\(name)” is too large: the limit is 64 kB. Shorten it.")
    case .notText:
      localized("Template “\(name)” isn't UTF-8 text. Save it as plain text.")
    case .unreadable(let reason):
      localized("Couldn't read template “\(name)”: \(reason).")
    case .missing:
      localized("Template “\(name)” not found.")
    }
  }

  /// Why the questions in a file can't be used, on one line.
  package func line(ofPrompts path: String) -> String {
    let path = path.printable
    return switch self {
    case .tooLarge: localized("\(path) is too large: the limit is 64 kB. Shorten it.")
    case .notText: localized("\(path) isn't UTF-8 text. Save it as plain text.")
    case .unreadable(let reason): localized("Couldn't read \(path): \(reason).")
    case .missing: localized("\(path) not found.")
    }
  }
}
