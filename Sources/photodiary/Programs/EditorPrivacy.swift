import System

/// Options that keep an editor from leaving copies of a text: no swap, backup or undo file, and no
/// trace in a persistent history. They override the user's settings for other files.
struct EditorPrivacy {
  /// The options between the command and the file.
  let options: [String]

  /// - Parameter command: the value of `$EDITOR`: a program, possibly with arguments.
  init(command: String) {
    let word = command.split(separator: " ", maxSplits: 1).first.map(String.init) ?? ""
    let path = word.contains("/") ? word : HelperProgram.find(word)?.path
    // Resolves links, as `vi` may be any editor.
    let names = [word, path.flatMap(Path.real) ?? ""].map(Self.name)
    if names.contains(where: Self.isVim)
      || names.contains(where: Self.mayBeVim) && Self.identifiesAsVim(path)
    {
      options = Self.vim
    } else if names.contains(where: Self.isEmacs) {
      options = Self.emacs
    } else {
      options = []
    }
  }

  /// `-n` disables the swap file, `-i NONE` viminfo and shada. `-c` runs after the user's vimrc.
  private static let vim = ["-n", "-i", "NONE", "-c", "set nobackup nowritebackup noundofile"]

  private static let emacs = [
    "--eval",
    "(setq make-backup-files nil auto-save-default nil auto-save-list-file-prefix nil "
      + "create-lockfiles nil)",
  ]

  /// Returns `true` for vim, vimx, vim.basic, nvim, gvim and similar names.
  private static func isVim(_ name: String) -> Bool {
    ["vim", "nvim", "gvim"].contains { name == $0 || name.hasPrefix($0 + ".") }
      || ["vimx", "rvim"].contains(name)
  }

  /// Returns `true` for names that other editors have too, which would reject the options.
  private static func mayBeVim(_ name: String) -> Bool { ["vi", "view", "ex"].contains(name) }

  /// Returns `true` for emacs, emacs-nox and similar names. A running emacs that only receives the
  /// file keeps its settings.
  private static func isEmacs(_ name: String) -> Bool {
    name == "emacs" || name.hasPrefix("emacs-")
  }

  /// In milliseconds; long enough for a busy machine, as an editor may leave copies if it doesn't
  /// answer.
  private static let milliseconds = 10_000

  private static func identifiesAsVim(_ path: String?) -> Bool {
    guard let path,
      let version = HelperProgram(path: path).run(["--version"], within: milliseconds)
    else { return false }
    return version.starts(with: Array("VIM ".utf8))
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }
}
