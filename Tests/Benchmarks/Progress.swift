import Glibc

/// What is being measured, while it lasts.
enum Progress {
  static func report(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    write(STDERR_FILENO, bytes, bytes.count)
  }
}
