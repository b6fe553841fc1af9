import System

/// The options with which an editor leaves no copies of what it edits: no swap, backup or undo
/// file, and nothing of it in a history that outlasts the visit. What a person has set otherwise
/// for their other files doesn't count here.
struct EditorPrivacy {
  /// To stand between the command and the file.
  let options: [String]

  /// - Parameter command: As `$EDITOR` has it: the program, perhaps with arguments.
  init(command: String) {
    let word = command.split(separator: " ", maxSplits: 1).first.map(String.init) ?? ""
    let path = word.contains("/") ? word : HelperProgram.find(word)?.path
    // A link leads on: `vi` may stand for any editor.
    let names = [word, path.flatMap(Path.real) ?? ""].map(Self.name)
    if names.contains(where: Self.isVim)
      || names.contains(where: Self.mayBeVim) && Self.saysVim(path)
    {
      options = Self.vim
    } else if names.contains(where: Self.isEmacs) {
      options = Self.emacs
    } else {
      options = []
    }
  }

  /// -n is no swap file, -i NONE neither viminfo nor shada; -c comes after what the person's own
  /// file of settings says.
  private static let vim = ["-n", "-i", "NONE", "-c", "set nobackup nowritebackup noundofile"]

  private static let emacs = [
    "--eval",
    "(setq make-backup-files nil auto-save-default nil auto-save-list-file-prefix nil "
      + "create-lockfiles nil)",
  ]

  /// vim, vimx, vim.basic, nvim, gvim and their like.
  private static func isVim(_ name: String) -> Bool {
    ["vim", "nvim", "gvim"].contains { name == $0 || name.hasPrefix($0 + ".") }
      || ["vimx", "rvim"].contains(name)
  }

  /// Others have these names too, and would fail at the options.
  private static func mayBeVim(_ name: String) -> Bool { ["vi", "view", "ex"].contains(name) }

  /// emacs, emacs-nox and their like; a running emacs that is only sent the file keeps its ways.
  private static func isEmacs(_ name: String) -> Bool {
    name == "emacs" || name.hasPrefix("emacs-")
  }

  /// Long enough for a busy machine: without an answer, an editor might leave copies.
  private static let milliseconds = 10_000

  private static func saysVim(_ path: String?) -> Bool {
    guard let path,
      let version = HelperProgram(path: path).run(["--version"], within: milliseconds)
    else { return false }
    return version.starts(with: Array("VIM ".utf8))
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }
}
