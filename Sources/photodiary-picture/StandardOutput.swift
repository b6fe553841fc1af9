import Glibc

/// Writes results. There is nobody to tell when that fails, so the program just ends.
enum StandardOutput {
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32 = STDOUT_FILENO) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = Glibc.write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        exit(ExitStatus.failed)
      }
    }
  }

  static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor) }
  }
}

enum ExitStatus {
  static let failed: Int32 = 1
  static let notAnImage: Int32 = 2
  static let notDrawable: Int32 = 3
  static let wrongUsage: Int32 = 64
}
