import Glibc

/// File paths as strings, by their bytes: a "/" followed by a combining mark is another character.
package enum Path {
  /// As many bytes as the system gives a path, with the zero at its end.
  package static let longest = Int(PATH_MAX)

  package static func join(_ parts: String...) -> String {
    // The first `joined` of a run looks for conformances, which takes a twentieth of a start.
    var path = parts.first ?? ""
    for part in parts.dropFirst() { path += "/" + part }
    return path
  }

  /// The folder that something is in; "." of a name alone.
  package static func parent(_ path: String) -> String {
    let folder = split(path).folder
    return folder.isEmpty ? "." : folder
  }

  /// The last part, as people read it. `split` has the one that the system knows.
  package static func name(_ path: String) -> String { readable(split(path).name) }

  /// The folder that something is in and its name there; of a name alone, the folder is empty.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  /// Returns `true` for the path of a file that desktops, photo programs and network drives leave in folders, or
  /// of one in a folder of theirs. Other hidden files aren't included.
  package static func isDesktopFile(_ path: String) -> Bool {
    path.split(separator: "/").contains { desktopFiles.contains($0.lowercased()) }
  }

  private static let desktopFiles: Set = [
    "thumbs.db", "ehthumbs.db", "desktop.ini", "picasa.ini", "icon\r", ".ds_store", "@eadir",
    "#recycle", "$recycle.bin", "__macosx",
  ]

  /// Whether a path is a folder or leads into it; both are real ones.
  package static func holds(_ folder: String, _ path: String) -> Bool {
    (path + "/").utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
  }

  /// The path of what is there, with every link followed; `nil` if nothing is.
  package static func real(_ path: String) -> String? {
    guard let real = realpath(path.systemPath, nil) else { return nil }
    defer { free(real) }
    return String(systemPath: real)
  }

  /// The absolute path with every link followed, as far as it exists.
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
      // Only where the working folder itself is gone.
      guard !existing.isEmpty, existing != "/" else { return path }
      let parts = split(existing)
      rest.append(parts.name)
      existing = parts.folder
    }
  }

  /// Where a symbolic link says that it leads; `nil` where there is none.
  package static func target(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(path.systemPath, &bytes, bytes.count - 1)
    return count < 0 ? nil : String(systemPath: bytes)
  }

  /// The folder that paths without a beginning start from; `nil` when it is gone.
  package static var workingFolder: String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(systemPath: folder)
  }

  /// The program that runs.
  package static var ownProgram: String? {
    if let invocation = Invocation.current { return invocation.arguments.first.flatMap(real) }
    return (Facility.proc.isAvailable ? real("/proc/self/exe") : nil) ?? calledProgram
  }

  /// The program that runs, by what it was called: a path, or a name that `PATH` finds. Whoever starts it
  /// may call it something else.
  package static var calledProgram: String? {
    guard let name = ThisProgram.arguments.first, !name.isEmpty else { return nil }
    guard !name.contains("/") else { return real(name) }
    return (Environment["PATH"] ?? "").split(separator: ":").map { join(String($0), name) }
      .first(where: FileSystem<SystemError>.isExecutable).flatMap(real)
  }
}

// MARK: - Paths that aren't UTF-8

// To the system, a path is bytes, and they needn't be UTF-8: disks and archives from old Windows have names in
// its code pages. Here every path is a `String` all the same. Of a name that isn't UTF-8, each byte beyond ASCII is
// one of 128 characters of a private area that nobody else uses, U+10FE80 to U+10FEFF, and becomes that byte again
// when the path is given to the system. A name that has such a character is treated like one that isn't UTF-8, so
// no two names have one text.
extension String {
  /// The text of a path that the system gave.
  package init(systemPath bytes: some Collection<UInt8>) {
    if !bytes.contains(PathText.privateLead), let text = String(validating: bytes, as: UTF8.self) {
      self = text
    } else {
      self = PathText.escaped(Array(bytes))
    }
  }

  /// The text of a path that the system gave, up to its zero.
  package init(systemPath path: UnsafePointer<CChar>) {
    self.init(systemPath: UnsafeRawBufferPointer(textAt: path))
  }

  /// The bytes of a path as the system takes them, with a zero at the end.
  package var systemPath: [CChar] {
    guard utf8.contains(PathText.privateLead) else { return Array(utf8CString) }
    return PathText.bytes(of: self).map { CChar(bitPattern: $0) } + [0]
  }
}

extension Path {
  /// A path as people read it: its text, or where a part of it isn't UTF-8, the part in the encoding that fits
  /// it (`LegacyEncoding`), or with U+FFFD in the place of each byte that no encoding explains. It may be no
  /// file's path any more. Takes any text, such as a message that has a path in it.
  package static func readable(_ text: String) -> String {
    guard text.utf8.contains(PathText.privateLead) else { return text }
    var result = ""
    // What may be a name in another encoding: bytes and ASCII, between slashes and characters beyond ASCII.
    var run: [UInt8] = []
    var isForeign = false
    func flush() {
      result += isForeign ? LegacyEncoding.text(of: run) : String(decoding: run, as: UTF8.self)
      run.removeAll()
      isForeign = false
    }
    for scalar in text.unicodeScalars {
      if let byte = PathText.byte(of: scalar) {
        run.append(byte)
        isForeign = true
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

/// Bytes of paths that aren't UTF-8, as characters.
private enum PathText {
  /// The first byte in UTF-8 of the characters that stand for bytes: no other text needs a closer look.
  static let privateLead: UInt8 = 0xF4
  /// The number that is added to a byte.
  private static let area: UInt32 = 0x10FE00

  static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    area + 0x80...area + 0xFF ~= scalar.value ? UInt8(scalar.value - area) : nil
  }

  /// The text of a path of which some names aren't UTF-8, or have such characters.
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

/// Encodings of names from before UTF-8, known by their bytes.
private enum LegacyEncoding: String, CaseIterable {
  // In the order in which they are tried. The names are iconv's.
  case korean = "CP949"
  case japanese = "CP932"
  case western = "CP1252"

  /// The text of a name that isn't UTF-8.
  static func text(of name: [UInt8]) -> String {
    for encoding in allCases where encoding.isLikely(name) {
      if let text = encoding.decoded(name) { return text }
    }
    return String(
      String.UnicodeScalarView(name.map { $0 < 0x80 ? Unicode.Scalar($0) : "\u{FFFD}" }))
  }

  /// Most bytes are something in each of them, so a name has to have what is common in one and rare in the
  /// others: a syllable of KS X 1001; the first byte of a kana or of a frequent kanji, which are control
  /// characters in Latin-1.
  private func isLikely(_ name: [UInt8]) -> Bool {
    switch self {
    case .korean:
      let pairs = zip(name, name.dropFirst())
      return pairs.contains { 0xB0...0xC8 ~= $0 && 0xA1...0xFE ~= $1 }
    case .japanese: return name.contains { 0x81...0x9F ~= $0 }
    case .western: return true
    }
  }

  /// Decodes all of it; `nil` where a byte of it is none in this encoding, or the system doesn't know that.
  private func decoded(_ name: [UInt8]) -> String? {
    let converter = iconv_open("UTF-8", rawValue)
    guard converter != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(converter) }
    var input = name.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: name.count * 4 + 1)
    let room = output.count - 1
    let isWhole = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        var (left, free) = (input.count, room)
        return iconv(converter, &from, &left, &to, &free) == 0 && left == 0
      }
    }
    return isWhole ? String(zeroEnded: output) : nil
  }
}
