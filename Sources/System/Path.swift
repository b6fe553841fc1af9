import Glibc

/// File paths as strings. Compares bytes, not characters: "/" followed by a combining mark would be
/// a different character.
package enum Path {
  /// The longest path in bytes that the system accepts, including the zero at the end.
  package static let maxLength = Int(PATH_MAX)

  package static func join(_ parts: String...) -> String {
    // `joined` takes a twentieth of the program's start, because its first call looks up protocol
    // conformances.
    var path = parts.first ?? ""
    for part in parts.dropFirst() { path += "/" + part }
    return path
  }

  /// Returns the folder of a path, "." for a name without a folder.
  package static func parent(_ path: String) -> String {
    let folder = split(path).folder
    return folder.isEmpty ? "." : folder
  }

  /// Returns the last component in readable form. For the component as the system stores it, use
  /// `split`.
  package static func name(_ path: String) -> String { readable(split(path).name) }

  /// Returns the folder and the last component. The folder is empty for a name without one.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  /// Returns `true` for files that desktops, photo programs and network drives leave in folders,
  /// and for files in folders of theirs. Other hidden files aren't included.
  package static func isDesktopFile(_ path: String) -> Bool {
    path.split(separator: "/").contains { desktopFiles.contains($0.lowercased()) }
  }

  private static let desktopFiles: Set = [
    "thumbs.db", "ehthumbs.db", "desktop.ini", "picasa.ini", "icon\r", ".ds_store", "@eadir",
    "#recycle", "$recycle.bin", "__macosx",
  ]

  /// Returns `true` if `path` is `folder` or below it. Both must be resolved.
  package static func contains(_ folder: String, _ path: String) -> Bool {
    (path + "/").utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
  }

  /// Returns the absolute path with all links followed, or `nil` if it doesn't exist.
  package static func real(_ path: String) -> String? {
    guard let real = realpath(path.systemPath, nil) else { return nil }
    defer { free(real) }
    return String(systemPath: real)
  }

  /// Returns the absolute path with all links followed, as far as it exists.
  package static func resolved(_ path: String) -> String {
    var existing = path
    var rest: [String] = []
    while true {
      if let real = real(existing.isEmpty ? "." : existing) {
        return rest.reversed().reduce(into: real) { path, name in
          switch name {
          case "", ".": break
          case "..": path = split(path).folder
          default: path += path == "/" ? name : "/" + name
          }
        }
      }
      // Happens only if the working folder was removed.
      guard !existing.isEmpty, existing != "/" else { return path }
      let parts = split(existing)
      rest.append(parts.name)
      existing = parts.folder
    }
  }

  /// Returns the target of a symbolic link, or `nil` if there is no link.
  package static func target(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(path.systemPath, &bytes, bytes.count - 1)
    return count < 0 ? nil : String(systemPath: bytes)
  }

  /// The folder where relative paths start, or `nil` if it was removed.
  package static var workingFolder: String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(systemPath: folder)
  }

  /// The path of the running program, with all links followed.
  package static var executable: String? {
    if let invocation = Invocation.current { return invocation.arguments.first.flatMap(real) }
    return (Facility.proc.isAvailable ? real("/proc/self/exe") : nil) ?? executableByArgument
  }

  /// The path of the running program according to its first argument, looked up in `PATH` if it is
  /// only a name. The parent process can pass a wrong one.
  package static var executableByArgument: String? {
    guard let name = CurrentProcess.arguments.first, !name.isEmpty else { return nil }
    guard !name.contains("/") else { return real(name) }
    return (Environment["PATH"] ?? "").split(separator: ":").map { join(String($0), name) }
      .first(where: FileSystem.isExecutable).flatMap(real)
  }
}

// MARK: - Paths that aren't UTF-8

// A path is bytes to the system, not necessarily UTF-8: disks and archives from old Windows have
// names in its code pages. Here every path is a `String`. In a name that isn't UTF-8, each byte
// from 0x80 becomes one of 128 private-use characters, U+10FE80 to U+10FEFF, and becomes that byte
// again when the path is passed to the system. A name that already contains such a character is
// treated in the same way, so that two names never become the same text.
extension String {
  /// Creates text from a path that the system returned.
  package init(systemPath bytes: some Collection<UInt8>) {
    if !bytes.contains(PathText.privateLead), let text = String(validating: bytes, as: UTF8.self) {
      self = text
    } else {
      self = PathText.escaped(Array(bytes))
    }
  }

  /// Creates text from a path that the system returned, up to its zero.
  package init(systemPath path: UnsafePointer<CChar>) {
    self.init(systemPath: UnsafeRawBufferPointer(cString: path))
  }

  /// The path's bytes for a system call, with a zero at the end.
  package var systemPath: [CChar] {
    guard utf8.contains(PathText.privateLead) else { return Array(utf8CString) }
    return PathText.bytes(of: self).map { CChar(bitPattern: $0) } + [0]
  }
}

extension Path {
  /// Returns a path in readable form: parts that aren't UTF-8 are decoded in the most likely
  /// encoding (`LegacyEncoding`), or get U+FFFD for each byte if none fits.
  ///
  /// The result may not lead to the file. Accepts any text that contains a path, such as a message.
  package static func readable(_ text: String) -> String {
    guard text.utf8.contains(PathText.privateLead) else { return text }
    var result = ""
    // Collects what may be a name in another encoding: escaped bytes and ASCII, up to a slash or
    // another character.
    var run: [UInt8] = []
    var isEscaped = false
    func flush() {
      result += isEscaped ? LegacyEncoding.text(of: run) : String(decoding: run, as: UTF8.self)
      run.removeAll()
      isEscaped = false
    }
    for scalar in text.unicodeScalars {
      if let byte = PathText.byte(of: scalar) {
        run.append(byte)
        isEscaped = true
      } else if scalar.isASCII, scalar != "/" {
        run.append(UInt8(scalar.value))
      } else {
        flush()
        result.unicodeScalars.append(scalar)
      }
    }
    flush()
    return result
  }
}

/// Bytes of paths that aren't UTF-8, escaped as characters.
private enum PathText {
  /// The first UTF-8 byte of all escape characters. Text without it needs no further check.
  static let privateLead: UInt8 = 0xF4
  /// The offset from a byte to its escape character.
  private static let area: UInt32 = 0x10FE00

  static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    area + 0x80...area + 0xFF ~= scalar.value ? UInt8(scalar.value - area) : nil
  }

  /// Returns the text of a path, with all names escaped that aren't UTF-8 or contain escape
  /// characters.
  static func escaped(_ bytes: [UInt8]) -> String {
    let slash = UInt8(ascii: "/")
    return bytes.split(separator: slash, omittingEmptySubsequences: false).map { name in
      if let text = String(validating: name, as: UTF8.self),
        !text.unicodeScalars.contains(where: { byte(of: $0) != nil })
      {
        return text
      }
      return String(String.UnicodeScalarView(name.compactMap(scalar)))
    }.joined(separator: "/")
  }

  private static func scalar(of byte: UInt8) -> Unicode.Scalar? {
    byte < 0x80 ? Unicode.Scalar(byte) : Unicode.Scalar(area + UInt32(byte))
  }

  static func bytes(of text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if let byte = byte(of: scalar) {
        bytes.append(byte)
      } else {
        bytes += Array(UTF8.encode(scalar) ?? .init())
      }
    }
    return bytes
  }
}

/// Encodings of file names from before UTF-8, recognized by their bytes.
private enum LegacyEncoding: String, CaseIterable {
  // In the order in which they are tried, with their names in iconv.
  case korean = "CP949"
  case japanese = "CP932"
  case western = "CP1252"

  /// Decodes a name that isn't UTF-8.
  static func text(of name: [UInt8]) -> String {
    for encoding in allCases where encoding.isLikely(name) {
      if let text = encoding.decoded(name) { return text }
    }
    return String(
      String.UnicodeScalarView(name.map { $0 < 0x80 ? Unicode.Scalar($0) : "\u{FFFD}" }))
  }

  /// Returns `true` if the bytes are common in this encoding and rare in the others.
  ///
  /// Most bytes are valid in all of them. Korean is recognized by a syllable of KS X 1001; Japanese
  /// by the first byte of a kana or of a frequent kanji, which is a control character in Latin-1.
  private func isLikely(_ name: [UInt8]) -> Bool {
    switch self {
    case .korean:
      let pairs = zip(name, name.dropFirst())
      return pairs.contains { 0xB0...0xC8 ~= $0 && 0xA1...0xFE ~= $1 }
    case .japanese: return name.contains { 0x81...0x9F ~= $0 }
    case .western: return true
    }
  }

  /// Returns the decoded name, or `nil` if a byte is invalid in this encoding or the system doesn't
  /// know it.
  private func decoded(_ name: [UInt8]) -> String? {
    let converter = iconv_open("UTF-8", rawValue)
    guard converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    var input = name.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: name.count * 4 + 1)
    let capacity = output.count - 1
    let isComplete = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        var (left, free) = (input.count, capacity)
        return iconv(converter, &from, &left, &to, &free) == 0 && left == 0
      }
    }
    return isComplete ? String(nullTerminated: output) : nil
  }
}
