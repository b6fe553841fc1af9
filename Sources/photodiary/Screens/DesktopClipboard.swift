import DiaryCore
import Dispatch
import System

extension Clipboard {
  /// The desktop's clipboard.
  static var ofDesktop: Clipboard {
    var clipboard = Clipboard()
    clipboard.content = DesktopClipboard.content
    clipboard.discardPhoto = { path in TemporaryFolder.remove(Path.parent(path)) }
    clipboard.copy = DesktopClipboard.copy
    return clipboard
  }
}

/// The desktop's clipboard, read by `wl-paste` or `xclip`, and written by `wl-copy`, `xclip` or
/// `xsel`; within tmux without a desktop, by tmux, which passes the text on to the terminal.
private enum DesktopClipboard {
  /// A program that reads the clipboard, with its arguments.
  private struct Reader {
    let program: HelperProgram
    let listTypes: [String]
    let read: @Sendable (String) -> [String]
  }

  /// Waits for programs, outside of Swift's thread pool.
  private static let queue = DispatchQueue(label: "photodiary.clipboard")
  /// A separate queue, so that writing doesn't wait for reading.
  private static let writing = DispatchQueue(label: "photodiary.clipboard.writing")

  private static let milliseconds = 10_000
  private static let maxTextLength = 16 << 20
  private static let largestPhoto = 256 << 20

  @Sendable static func content() async -> ClipboardContent {
    await ProcessHandle.running(on: queue, read)
  }

  private static func read(_ stop: ProcessHandle) -> ClipboardContent {
    let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { Environment[$0]?.isEmpty == false }
    guard let reader = reader() else { return .nothing(hasDesktop ? .noProgram : .noDesktop) }
    guard let list = reader.program.run(reader.listTypes, within: milliseconds, stop: stop)
    else {
      // Both programs fail if the clipboard is empty, and if no desktop answers. They run even
      // without the variables, as wl-paste tries the default name of a display.
      return .nothing(hasDesktop ? .noAnswer : .noDesktop)
    }
    let types = String(decoding: list, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .map(String.init)
    // Programs offer the best type first.
    if let type = types.first(where: { MediaType($0).isPhoto }) { return photo(type, reader, stop) }
    let texts = [
      "text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "STRING", "TEXT", Self.files,
    ]
    guard let type = texts.first(where: types.contains) else { return .nothing(.empty) }
    guard
      let text = reader.program.run(
        reader.read(type), within: milliseconds, limit: maxTextLength, stop: stop)
    else { return .nothing(.failed) }
    var lines = Self.lines(text)
    if type == Self.files {
      // Lines that begin with `#` are comments (RFC 2483).
      lines = lines.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
    }
    return lines.isEmpty ? .nothing(.empty) : .text(lines)
  }

  /// The type of files copied in a file manager: a `file:` URI per line, handled like a drop.
  private static let files = "text/uri-list"

  private static func photo(
    _ type: String, _ reader: Reader, _ stop: ProcessHandle
  ) -> ClipboardContent {
    guard let folder = try? TemporaryFolder.make() else { return .nothing(.failed) }
    let day = LocalTime.today().day
    let path = "\(folder)/pasted-\(day).\(MediaType(type).fileExtension)"
    guard let file = try? Descriptor.open(path, .new) else {
      TemporaryFolder.remove(folder)
      return .nothing(.failed)
    }
    defer { file.close() }
    let end = reader.program.run(
      reader.read(type), within: milliseconds, limit: largestPhoto, stop: stop, to: file)
    if case .whole(let size) = end, size > 0 { return .photo(path: path) }
    TemporaryFolder.remove(folder)
    return switch end {
    case .whole: .nothing(.empty)
    case .tooMuch: .nothing(.tooLarge)
    case .failed: .nothing(.failed)
    }
  }

  private static func find(_ name: String) -> HelperProgram? {
    Facility.clipboard.isAvailable ? HelperProgram.find(name) : nil
  }

  /// Returns the program for this desktop by its variables, else any that is installed.
  private static func reader() -> Reader? {
    let wayland = find("wl-paste").map { program in
      Reader(
        program: program, listTypes: ["--list-types"],
        read: { ["--no-newline", "--type", $0] })
    }
    let x = find("xclip").map { program in
      Reader(
        program: program, listTypes: ["-selection", "clipboard", "-o", "-t", "TARGETS"],
        read: { ["-selection", "clipboard", "-o", "-t", $0] })
    }
    let hasX = Environment["DISPLAY"] != nil && Environment["WAYLAND_DISPLAY"] == nil
    return hasX ? x ?? wayland : wayland ?? x
  }

  /// Decodes text like a terminal paste: line ends as `\n`, invalid UTF-8 as U+FFFD.
  private static func lines(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      .replacing("\r", with: "\n")
  }

  // MARK: Writing

  private static let millisecondsToPut = 3000

  @Sendable static func copy(_ text: String) async -> CopyError? {
    await withCheckedContinuation { continuation in
      writing.async { continuation.resume(returning: write(Array(text.utf8))) }
    }
  }

  private static func write(_ text: [UInt8]) -> CopyError? {
    let wanted = writers
    guard !wanted.isEmpty else { return .noDesktop }
    var failure = CopyError.noProgram
    for (name, arguments) in wanted {
      guard let program = find(name) else { continue }
      if program.run(arguments, input: text, within: millisecondsToPut) { return nil }
      failure = .failed
    }
    return failure
  }

  /// The programs for this environment, the most likely first.
  private static var writers: [(name: String, arguments: [String])] {
    func isSet(_ name: String) -> Bool { Environment[name]?.isEmpty == false }
    var writers: [(String, [String])] = []
    if isSet("WAYLAND_DISPLAY") { writers.append(("wl-copy", ["--type", "text/plain"])) }
    if isSet("DISPLAY") {
      writers.append(("xclip", ["-selection", "clipboard", "-in"]))
      writers.append(("xsel", ["--clipboard", "--input"]))
    }
    if isSet("TMUX") { writers.append(("tmux", ["load-buffer", "-w", "-"])) }
    return writers
  }
}
