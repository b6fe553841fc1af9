import DiaryCore
import System

/// Finds the photos that a text names, among the files of an import and nowhere else.
struct PhotoLookup {
  /// What came of a name.
  enum Result {
    /// The path of a file in the tree.
    case found(String)
    case missing
    /// A symbolic link, which isn't followed.
    case link
    /// It lies on another computer, or begins at the root of this one, or climbs out of the tree.
    case remote, absolute, climbsOut
    /// It is no photo by its name, but a file that is there.
    case otherFile(String)
  }

  private let tree: ImportTree
  /// The files by their paths without regard to case and normal form. Of a single file that is
  /// imported, those around it aren't known, and are looked for one by one.
  private var files: [String: String] = [:]
  /// The paths by their names alone.
  private var named: [String: [String]] = [:]
  private(set) var used: Set<String> = []

  init(_ tree: ImportTree, files paths: [String]) {
    self.tree = tree
    guard !tree.isFile else { return }
    for path in paths {
      files[Path.readable(path).lowercased()] = path
      named[Path.name(path).lowercased(), default: []].append(path)
    }
  }

  /// What an address in a file means, as Markdown and HTML have it: relative to the file's folder,
  /// with `%20` for a space. `folder` is that of the file in the tree, empty at its top.
  mutating func photo(at address: String, from folder: String) -> Result {
    var result = Result.missing
    // Some programs on Windows write its paths as they are.
    let slashed = address.contains("\\") ? address.replacing("\\", with: "/") : nil
    let texts = [address, address.percentDecoded, slashed].compactMap(\.self)
    for text in texts {
      result = resolved(text, from: folder)
      if case .missing = result { continue }
      return took(result)
    }
    let isLink = texts.contains { Self.joined(folder, $0).map(tree.isLink) ?? false }
    return isLink ? .link : result
  }

  /// The file that an address in another one leads to, a photo or not.
  mutating func file(at address: String, from folder: String) -> String? {
    switch photo(at: address, from: folder) {
    case .found(let path), .otherFile(let path): path
    default: nil
    }
  }

  /// The photo of that name, or whose path ends with those names, that lies nearest to a folder.
  mutating func photo(called name: String, near folder: String) -> Result {
    took(nearest(name, folder))
  }

  private mutating func took(_ result: Result) -> Result {
    switch result {
    case .found(let path), .otherFile(let path): used.insert(path)
    default: break
    }
    return result
  }

  private func resolved(_ address: String, from folder: String) -> Result {
    if address.hasScheme { return .remote }
    // Where the root of a site is the top of the tree, or the folder of what it shows as it is.
    if address.utf8.first == UInt8(ascii: "/") {
      for top in ["", "static"] {
        if let path = Self.joined(top, address), let file = file(path) { return kind(of: file) }
      }
      return .absolute
    }
    guard let path = Self.joined(folder, address) else { return .climbsOut }
    if let file = file(path) { return kind(of: file) }
    if let top = Self.joined("", address), let file = file(top) { return kind(of: file) }
    return address.utf8.contains(UInt8(ascii: "/")) ? .missing : nearest(address, folder)
  }

  private func file(_ path: String) -> String? {
    guard tree.isFile else { return files[path.lowercased()] }
    return tree.status(of: path).map { _ in path }
  }

  private func kind(of file: String) -> Result {
    MediaType.isPhoto(named: file) ? .found(file) : .otherFile(file)
  }

  private func nearest(_ name: String, _ folder: String) -> Result {
    let key = name.lowercased()
    let end = Path.split(key).name
    let here = folder.split(separator: "/")
    /// How many folders lie between.
    func distance(_ path: String) -> Int {
      let there = path.split(separator: "/").dropLast()
      let common = zip(here, there).prefix { $0 == $1 }.count
      return here.count + there.count - 2 * common
    }
    let candidates = (named[end] ?? []).filter { path in
      let path = Path.readable(path).lowercased()
      return path == key || path.hasSuffix("/" + key)
    }
    let best = candidates.min {
      (distance($0), $0.utf8.count, $0) < (distance($1), $1.utf8.count, $1)
    }
    return best.map { kind(of: $0) } ?? .missing
  }

  /// The path that an address leads to from a folder; `nil` when it climbs out of the tree.
  private static func joined(_ folder: String, _ address: String) -> String? {
    var parts = folder.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    for part in address.utf8.split(separator: UInt8(ascii: "/")).map({ String(Substring($0)) }) {
      switch part {
      case ".": continue
      case "..": guard parts.popLast() != nil else { return nil }
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}

extension String {
  /// Whether an address says how it is to be got: `https:`, `data:`, `//`.
  var hasScheme: Bool {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return hasPrefix("//") }
    let scheme = utf8[..<colon]
    return scheme.count > 1 && scheme.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
      || hasPrefix("//")
  }

  /// With the bytes that `%20` and the like stand for; `nil` where there are none, or they are no
  /// text.
  var percentDecoded: String? {
    guard utf8.contains(UInt8(ascii: "%")) else { return nil }
    let bytes = Array(utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = hexadecimalValue(of: bytes[index + 1]),
        let low = hexadecimalValue(of: bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(validating: result, as: UTF8.self)
  }
}
