/// What the shell of a host runs.
///
/// The host's own shell, whichever it is, gets each of these in single quotes on one line, so neither
/// quotes nor backslashes nor exclamation marks are in them. `$1` is the folder, `$2` the device, a hyphen and a
/// number that nothing else has.
enum SSHScript {
  static let closed: Int32 = 91
  static let isFile: Int32 = 92
  static let missing: Int32 = 93

  /// What is printed before anything else, so that what the host's shell prints at its start is known.
  static let start = "photodiary-"

  static let enter = """
    if test -d "$1"; then cd "$1" || exit 91; elif test -e "$1"; then exit 92; else exit 93; fi; \
    echo "photodiary-$2"
    """

  /// Lists files, without those that begin as temporary files and notes of others do.
  static let list = """
    \(enter); find . -name ".?*" -prune -o -name "~*" -prune -o -type f -exec ls -ln {} +
    """

  /// Takes names and prints those that are files as tars, one after the other.
  static let get = """
    \(enter); s=0; set --; while IFS= read -r f; do test -f "$f" && set -- "$@" "$f"; \
    if test $# -gt 300; then tar -cf - "$@" || s=2; set --; fi; done; \
    if test $# -gt 0; then tar -cf - "$@" || s=2; fi; exit $s
    """

  /// Takes a tar, and gives its files their places once all of them are on the disk. What this device left
  /// there when a transfer was broken off is removed first.
  static let put = """
    \(enter); find . -name ".tmp-*" -prune -mtime +1 -exec rm -rf {} +; rm -rf ".tmp-${2%%-*}-"*; \
    t=".tmp-$2"; trap "cd ..; rm -rf $t" EXIT; trap "exit 1" HUP INT PIPE TERM; mkdir "$t" && cd "$t" || exit 91; \
    tar -xf - || exit 1; sync -f . 2>/dev/null || sync; \
    find . -type f | while IFS= read -r f; do d="${f%/*}"; \
    test -d "../$d" || mkdir -p "../$d" || exit 1; mv -f "$f" "../$f" || exit 1; echo "$f"; done \
    || exit 1; sync -f .. 2>/dev/null || sync
    """

  static let remove = "\(enter); while IFS= read -r f; do rm -f \"$f\" || exit 1; done"

  /// The command line that the host is given.
  static func command(_ script: String, folder: String, number: String) -> String {
    "LC_ALL=C exec sh -c '\(script)' photodiary '\(folder)' \(number)"
  }

  /// The path and size in a line of `ls -ln`; `nil` for what isn't one of a file.
  static func file(inLine line: String) -> (path: String, size: Int)? {
    // Permissions, links, user, group, size, month, day and time, in English.
    let words = line.split(separator: " ", maxSplits: 8, omittingEmptySubsequences: true)
    guard words.count == 9, words[0].hasPrefix("-"), let size = Int(words[4]), size >= 0,
      words[8].hasPrefix("./")
    else { return nil }
    return (String(words[8].dropFirst(2)), size)
  }
}

/// Passes over what comes before a line.
struct ScriptStart {
  private let line: [UInt8]
  private var before: [UInt8] = []
  private(set) var isFound = false

  init(_ line: String) { self.line = Array(line.utf8) }

  mutating func rest(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if isFound { return bytes }
    before += bytes
    guard let range = before.firstRange(of: line) else {
      // No greeting is that long.
      if before.count > 1 << 16 { before.removeFirst(before.count - line.count) }
      return []
    }
    isFound = true
    defer { before = [] }
    return before[range.upperBound...]
  }
}
