import DiaryApp
import Dispatch
import System

/// Into the clipboard by `wl-copy`, `xclip` or `xsel`, whichever this desktop has; within tmux,
/// where there is no desktop, by tmux, which hands it on to the terminal.
extension DesktopClipboard: ClipboardWriting {
  private static let millisecondsToPut = 3000

  func put(_ text: String) async -> CopyFault? {
    await withCheckedContinuation { continuation in
      writing.async { continuation.resume(returning: Self.write(Array(text.utf8))) }
    }
  }

  private static func write(_ text: [UInt8]) -> CopyFault? {
    let wanted = writers
    guard !wanted.isEmpty else { return .noDesktop }
    var fault = CopyFault.noProgram
    for (name, arguments) in wanted {
      guard let program = HelperProgram.find(name) else { continue }
      if program.run(arguments, input: text, within: millisecondsToPut) { return nil }
      fault = .failed
    }
    return fault
  }

  /// Those that the surroundings speak of, the likeliest first.
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
