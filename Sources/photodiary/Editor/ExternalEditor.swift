import DiaryCore
import Localization
import System

/// The editor that a person has chosen: that of the settings, else `$VISUAL`, else `$EDITOR`, else
/// `vi`.
struct ExternalEditor {
  /// As it is set: a command that may have arguments.
  let command: String

  static func chosen(by settings: SettingsFile) -> ExternalEditor {
    ExternalEditor(command: settings.known().effective().externalEditor ?? "vi")
  }

  /// Opens a file and waits until the editor ends. Throws when it can't be started or fails.
  func open(_ path: String) throws(CommandError) {
    switch try run(path) {
    case .success: return
    case .exited(126): throw .editor(command, .cannotStart(reason: localized("it can't be run")))
    case .exited(127): throw .editor(command, .cannotStart(reason: localized("it wasn't found")))
    case .exited(let code): throw .editor(command, .failed(status: Int(code)))
    case .killed(let signal): throw .editor(command, .failed(status: Int(signal.number) + 128))
    }
  }

  private func run(_ path: String) throws(CommandError) -> ExitStatus {
    do throws(ErrorNumber) {
      // Ctrl-C is for the editor while it runs, as with the C library's `system`.
      return try Signal.ignoring([.interrupt, .quit]) { () throws(ErrorNumber) in
        let options = EditorPrivacy(command: command).options
        let words = ["sh", "-c", command + " \"$@\"", command] + options + [path]
        return try Spawn("/bin/sh", words, files: .all, group: .shared).start().wait()
      }
    } catch {
      throw .editor(command, .cannotStart(reason: error.words))
    }
  }
}

enum EditorError: Hashable, Sendable {
  case cannotStart(reason: String)
  case failed(status: Int)
}
