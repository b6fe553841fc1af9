/// A line of a calendar, as RFC 5545 has it: a name, parameters and a value.
struct CalendarLine {
  let name: String
  /// By their names in capitals, without quotes.
  let parameters: [String: String]
  let value: String

  /// `nil` for anything else.
  init?(_ bytes: ArraySlice<UInt8>) {
    var index = bytes.startIndex
    func part(until marks: String) -> String {
      var part: [UInt8] = []
      var isQuoted = false
      while index < bytes.endIndex, isQuoted || !marks.utf8.contains(bytes[index]) {
        if bytes[index] == UInt8(ascii: "\"") {
          isQuoted.toggle()
        } else {
          part.append(bytes[index])
        }
        index += 1
      }
      return String(decoding: part, as: UTF8.self)
    }
    // A group before the name says nothing here.
    name = part(until: ";:").uppercased()
    guard !name.isEmpty else { return nil }
    var parameters: [String: String] = [:]
    while index < bytes.endIndex, bytes[index] == UInt8(ascii: ";") {
      index += 1
      let key = part(until: "=;:").uppercased()
      guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "=") else { continue }
      index += 1
      parameters[key] = part(until: ";:")
    }
    guard index < bytes.endIndex else { return nil }
    self.parameters = parameters
    value = String(decoding: bytes[(index + 1)...], as: UTF8.self)
  }

  /// The lines of a text. One that goes on in the next begins that with a space.
  static func read(_ text: [UInt8]) -> [CalendarLine] {
    var lines: [CalendarLine] = []
    var line: [UInt8] = []
    func end() {
      if let read = CalendarLine(line[...]) { lines.append(read) }
      line = []
    }
    for part in text.split(separator: 0x0A, omittingEmptySubsequences: true) {
      let part = part.last == 0x0D ? part.dropLast() : part
      if let first = part.first, first == 0x20 || first == 0x09 {
        line += part.dropFirst()
      } else {
        end()
        line = Array(part)
      }
    }
    end()
    return lines
  }

  /// The value as text, with what a backslash stands before.
  var text: String { Self.texts(in: value, separator: nil).first ?? "" }

  /// The values between commas.
  var texts: [String] { Self.texts(in: value, separator: ",") }

  private static func texts(in value: String, separator: Character?) -> [String] {
    var texts = [""]
    var isEscaped = false
    for character in value {
      if isEscaped {
        texts[texts.count - 1].append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == separator {
        texts.append("")
      } else {
        texts[texts.count - 1].append(character)
      }
    }
    return texts
  }
}
