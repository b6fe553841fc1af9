import TerminalUI

/// A value as a log may tell of it: the names of its cases, its numbers, and the sizes of the texts
/// and lists in it. Nothing of what a person wrote or typed, named or chose is in it.
struct ValueOutline: CustomStringConvertible {
  let description: String

  init(_ message: Message) { self.init(message.function, message.arguments) }

  init(_ effect: Effect) { self.init(effect.function, effect.arguments) }

  /// A call of a function as `findTitles(_:requestID:)`: what is told of its arguments, by their labels.
  private init(_ function: String, _ arguments: [Any]) {
    let parts = function.split { "(:)".contains($0) }
    let told = arguments.enumerated().compactMap { index, argument in
      let label = parts.dropFirst(index + 1).first.map { $0 == "_" ? nil : String($0) } ?? nil
      return Self.words(for: (label, argument))
    }
    let name = parts.first ?? ""
    description = told.isEmpty ? "\(name)" : "\(name)(\(told.joined(separator: ", ")))"
  }

  /// `nil` for a value of which nothing is told, as every structure but a key.
  private static func words(for value: Any) -> String? {
    switch value {
    case let text as String: return "\(text.utf8.count) bytes"
    case let number as Int: return String(number)
    case let flag as Bool: return String(flag)
    case let event as KeyEvent: return words(for: event.key)
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum: return words(forCaseOf: value, mirror)
    case .optional: return mirror.children.first.map { words(for: $0.value) } ?? "none"
    case .collection, .set, .dictionary: return String(mirror.children.count)
    case .tuple:
      let parts = mirror.children.compactMap(words)
      return parts.isEmpty ? nil : parts.joined(separator: ", ")
    default: return nil
    }
  }

  private static func words(forCaseOf value: Any, _ mirror: Mirror) -> String {
    guard let payload = mirror.children.first else { return String(describing: value) }
    let name = payload.label ?? ""
    return words(for: payload.value).map { "\(name)(\($0))" } ?? name
  }

  /// A part of a tuple with its label, if it has one.
  private static func words(for part: Mirror.Child) -> String? {
    guard let words = words(for: part.value) else { return nil }
    // What has no label is called by its number.
    guard let label = part.label, !label.hasPrefix(".") else { return words }
    return "\(label): \(words)"
  }
}
