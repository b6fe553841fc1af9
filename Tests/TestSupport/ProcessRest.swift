import Glibc

/// Whether a process waits for something to happen outside it: each of its threads sleeps.
func isAtRest(_ pid: pid_t) -> Bool {
  guard let folder = opendir("/proc/\(pid)/task") else { return true }
  defer { closedir(folder) }
  while let item = readdir(folder) {
    let name = withUnsafeBytes(of: &item.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard let thread = pid_t(name) else { continue }
    if let state = processFields("/proc/\(pid)/task/\(thread)/stat")?.first, state != "S" {
      return false
    }
  }
  return true
}

/// What `/proc` says of a process or thread, from its state on (`proc(5)`, field 3 of `stat`);
/// `nil` when it has gone.
func processFields(_ path: String) -> [Substring]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var buffer = [UInt8](repeating: 0, count: 4096)
  let count = fread(&buffer, 1, buffer.count, file)
  // The name in parentheses may hold anything.
  let text = String(decoding: buffer[..<count], as: UTF8.self)
  guard let end = text.lastIndex(of: ")") else { return nil }
  return text[text.index(after: end)...].split(separator: " ")
}
