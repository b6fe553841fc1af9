/// Why a YAML text isn't read.
package enum YAMLFault: Error, Hashable, Sendable {
  /// The library that reads YAML isn't installed.
  case noLibrary
  /// The line of the mistake, from 1.
  case invalid(line: Int)
  /// Something stands for another value. A few such lines can stand for more than any memory holds,
  /// and no diary needs them.
  case alias(line: Int)
  /// A list or an object stands where a name should.
  case name(line: Int)
  case tooDeep(line: Int)
  /// More values or bytes than any diary has in one text.
  case tooLarge

  /// The same of a text that begins on another line of its file.
  func moved(by lines: Int) -> YAMLFault {
    switch self {
    case .invalid(let line): .invalid(line: line + lines)
    case .alias(let line): .alias(line: line + lines)
    case .name(let line): .name(line: line + lines)
    case .tooDeep(let line): .tooDeep(line: line + lines)
    case .noLibrary, .tooLarge: self
    }
  }
}
