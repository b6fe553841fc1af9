import CSystem
import DiaryCore
import Glibc
import Words

/// The editor that a person has chosen: that of the settings, else `$VISUAL`, else `$EDITOR`, else
/// `vi`.
struct ExternalEditor {
  /// As it is set: a command that may have arguments.
  let command: String

  static func chosen(by settings: SettingsFile) -> ExternalEditor {
    ExternalEditor(command: settings.known().effective().externalEditor ?? "vi")
  }

  /// Opens a file and waits until the editor ends. Throws when it can't be started or fails.
  func open(_ path: String) throws(DiaryError) {
    let status = try run(path)
    if status & 0x7F != 0 { throw .editor(command, .failed(status: Int(status & 0x7F) + 128)) }
    switch Int(status >> 8 & 0xFF) {
    case 0: return
    case 126: throw .editor(command, .cannotStart(reason: localized("it can't be run")))
    case 127: throw .editor(command, .cannotStart(reason: localized("it wasn't found")))
    case let code: throw .editor(command, .failed(status: code))
    }
  }

  /// The status of `waitpid`.
  private func run(_ path: String) throws(DiaryError) -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    pd_spawn_reset_signals(&attributes, 0)

    // Ctrl-C is for the editor while it runs, as with the C library's `system`.
    let interrupt = signal(SIGINT, SIG_IGN)
    let quit = signal(SIGQUIT, SIG_IGN)
    defer {
      signal(SIGINT, interrupt)
      signal(SIGQUIT, quit)
    }
    let options = EditorPrivacy(command: command).options
    let words = ["sh", "-c", command + " \"$@\"", command] + options + [path]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, "/bin/sh", nil, &attributes, &arguments, environ)
    guard code == 0 else {
      throw .editor(command, .cannotStart(reason: String(cString: strerror(code))))
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }
}
