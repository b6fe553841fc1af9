import System

/// A window with a terminal, for a program that is started where there is none.
enum TerminalWindow {
  /// What opens one, and the words before those of the program that is to run in it: the person's choice
  /// first, then the desktop's.
  private static let programs: [(name: String, arguments: [String])] = [
    ("xdg-terminal-exec", []), ("x-terminal-emulator", ["-e"]), ("gnome-terminal", ["--"]),
    ("kgx", ["--"]), ("ptyxis", ["--"]), ("konsole", ["-e"]), ("xfce4-terminal", ["-x"]),
    ("kitty", []), ("ghostty", ["-e"]), ("foot", []), ("alacritty", ["-e"]),
    ("wezterm", ["start", "--"]), ("xterm", ["-e"]),
  ]
  /// Whoever hasn't failed by then has opened one.
  private static let milliseconds = 2000

  /// Runs a program in a new window, which stays when this program ends. `false` if none could be opened.
  static func open(_ command: [String]) -> Bool {
    for (name, arguments) in chosen + programs {
      guard let program = HelperProgram.find(name),
        let process = program.start(arguments + command, inOwnSession: true)
      else { continue }
      guard process.ends(until: SystemClock.milliseconds + milliseconds) == true,
        process.wait() != .success
      else { return true }
    }
    return false
  }

  /// What `TERMINAL` names.
  private static var chosen: [(name: String, arguments: [String])] {
    guard let value = Environment["TERMINAL"], !value.isEmpty else { return [] }
    let name = Path.name(value)
    return [(name, programs.first { $0.name == name }?.arguments ?? ["-e"])]
  }
}
