import Glibc

/// Files for benchmarks to work on, and those of the findings.
enum FileWriter {
  static func write(_ bytes: some Sequence<UInt8>, to path: String) throws {
    try write([Array(bytes)], to: path)
  }

  /// The parts one after the other, each made when the one before is written.
  static func write(_ parts: some Sequence<[UInt8]>, to path: String) throws {
    guard let file = fopen(path, "w") else { throw CannotWrite(path: path) }
    let isWritten = parts.allSatisfy { fwrite($0, 1, $0.count, file) == $0.count }
    guard fclose(file) == 0, isWritten else { throw CannotWrite(path: path) }
  }
}

struct CannotWrite: Error, CustomStringConvertible {
  let path: String
  let number = errno
  var description: String { "can't write \(path): \(String(cString: strerror(number)))" }
}
