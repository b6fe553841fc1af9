import CYAML

/// What a YAML text holds, from its beginning to its end, a piece after the other.
struct YAMLEvents: ~Copyable {
  enum Piece {
    case scalar(Scalar)
    case list, listEnd, map, mapEnd
    case alias
    case documentEnd, end
  }

  struct Scalar {
    let text: String
    /// Whether it stands without quotes, so that its form says what it is.
    let isPlain: Bool
    /// What the text says that it is.
    let tag: String?
  }

  private let yaml: OpaquePointer
  /// Where the piece that was read last begins, from 1.
  private(set) var line = 1

  /// The bytes are UTF-8 and must outlive this.
  init(_ text: UnsafeRawBufferPointer) throws(YAMLError) {
    guard pd_yaml_load() else { throw .noLibrary }
    guard let yaml = pd_yaml_open(text.baseAddress, text.count) else { throw .tooLarge }
    self.yaml = yaml
  }

  deinit { pd_yaml_close(yaml) }

  mutating func next() throws(YAMLError) -> Piece {
    var event = pd_yaml_event()
    pd_yaml_next(yaml, &event)
    line = Int(event.line)
    switch Int(event.kind) {
    case PD_YAML_SCALAR:
      let bytes = UnsafeRawBufferPointer(start: event.text, count: event.length)
      return .scalar(
        Scalar(
          text: String(decoding: bytes, as: UTF8.self), isPlain: event.is_plain,
          tag: event.tag.map { String(cString: $0) }))
    case PD_YAML_LIST: return .list
    case PD_YAML_LIST_END: return .listEnd
    case PD_YAML_MAP: return .map
    case PD_YAML_MAP_END: return .mapEnd
    case PD_YAML_ALIAS: return .alias
    case PD_YAML_DOCUMENT_END: return .documentEnd
    case PD_YAML_END: return .end
    default: throw .invalid(line: line)
    }
  }
}

/// Why a YAML text isn't read.
package enum YAMLError: Error, Hashable, Sendable {
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

  /// The error in a text that begins on another line of its file.
  func moved(by lines: Int) -> YAMLError {
    switch self {
    case .invalid(let line): .invalid(line: line + lines)
    case .alias(let line): .alias(line: line + lines)
    case .name(let line): .name(line: line + lines)
    case .tooDeep(let line): .tooDeep(line: line + lines)
    case .noLibrary, .tooLarge: self
    }
  }
}
