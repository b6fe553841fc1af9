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
    case .exited(126): throw cannotStart(localized("it can't be run"))
    case .exited(127): throw cannotStart(localized("it wasn't found"))
    case .exited(let code): throw failed(Int(code))
    case .killed(let signal): throw failed(Int(signal.number) + 128)
    }
  }

  /// No one reads a text and leaves an editor in a shorter time.
  private static let glance = Duration.seconds(2)

  /// For an editor that saved nothing: it may have sent the file to a window and not waited for that. Where
  /// there is no terminal to wait at, says so.
  func awaitWindow(openedWithin time: Duration) {
    guard let prompt = TerminalPrompt() else {
      return ErrorLine.report(
        localized(
          """
          The editor \(command) saved nothing, so the entry is unchanged. If it opens a window, give it the \
          option that makes it wait, as in “code --wait”.
          """))
    }
    guard time < Self.glance else { return }
    _ = prompt.ask(
      localized(
        """
        The editor \(command) returned without saving. If it shows the text in a window, save it there, \
        then press Enter here.
        """) + " ")
  }

  func cannotStart(_ reason: String) -> CommandError {
    CommandError(
      localized(
        "Couldn't start the editor \(command): \(reason). Set EDITOR to one that is installed."))
  }

  private func failed(_ status: Int) -> CommandError {
    CommandError(localized("The editor \(command) failed with status \(status)."))
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
      throw cannotStart(error.words)
    }
  }
}
