import Glibc

/// A system call of the tested program in the watched folders.
struct RecordedCall: Hashable, Sendable {
  /// The name used by `CallTracer`, for example `rename` for renameat.
  var name: String
  /// The descriptor, or -1 for a call with a path.
  var descriptor: Int
  /// The path in the call, or of its descriptor.
  var path: String
  /// The new path of a rename.
  var otherPath: String
  /// The flags of an open, or the size of a write, truncation or allocation.
  var value: Int
  var isAppending = false
  /// The position of a write that doesn't append.
  var position = 0
  var data: [UInt8] = []
  /// The result, or a negative error; `nil` if the program was killed before.
  var result: Int?

  init?(line: some StringProtocol) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 9, let descriptor = Int(fields[1]), let value = Int(fields[4]),
      let position = Int(fields[6])
    else { return nil }
    name = String(fields[0])
    self.descriptor = descriptor
    path = String(decoding: Self.bytes(fields[2]), as: UTF8.self)
    otherPath = String(decoding: Self.bytes(fields[3]), as: UTF8.self)
    self.value = value
    isAppending = fields[5] == "1"
    self.position = position
    data = Self.bytes(fields[7])
    result = Int(fields[8])
    // renameat accepts "." as a name.
    if path.hasSuffix("/.") { path.removeLast(2) }
  }

  init(_ name: String, _ path: String, value: Int = 0, data: [UInt8] = [], result: Int = 0) {
    self.name = name
    descriptor = 0
    self.path = path
    otherPath = ""
    self.value = value
    self.data = data
    self.result = result
  }

  private static func bytes(_ digits: some StringProtocol) -> [UInt8] {
    let digits = Array(digits.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).map { index in
      value(of: digits[index]) << 4 | value(of: digits[index + 1])
    }
  }

  private static func value(of digit: UInt8) -> UInt8 {
    digit >= UInt8(ascii: "a") ? digit - UInt8(ascii: "a") + 10 : digit - UInt8(ascii: "0")
  }
}

/// Detects repeated fsyncs: after a failure, the kernel may report success for lost data.
enum FsyncCheck {
  static func problems(in calls: [RecordedCall]) -> [String] {
    var folders: Set<String> = []
    var failed: Set<String> = []
    var problems: [String] = []
    for call in calls {
      switch call.name {
      case "openat" where call.value & Int(O_DIRECTORY) != 0: folders.insert(call.path)
      // The bytes were truncated, so no save is reported without them.
      case "ftruncate": if call.result == 0 { failed.remove(call.path) }
      case "fsync", "fdatasync":
        if failed.contains(call.path) { problems.append("synced again: \(call.path)") }
        if let result = call.result, result < 0, !folders.contains(call.path) {
          failed.insert(call.path)
        }
      default: break
      }
    }
    return problems
  }
}
