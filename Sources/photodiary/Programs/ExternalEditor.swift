import DiaryApp
import DiaryCore
import DiaryStore
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

// MARK: - EditorPrivacy

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

// MARK: - EditorVisit

/// One visit of a title and text to the person's own editor, on a file that only that person can
/// read and that is gone afterwards.
struct EditorVisit: ~Copyable {
  private let document: EditorDocument
  private let editor: ExternalEditor
  private var file: PrivateFile

  init(_ text: EditedText, in editor: ExternalEditor) throws(CommandError) {
    self.editor = editor
    document = EditorDocument(title: text.title, content: text.content)
    file = try PrivateFile(name: "entry.md", text: document.text)
  }

  /// Where the text stands.
  var path: String { file.path }

  /// Leaves the file where it is.
  mutating func keep() { file.keep() }

  /// Opens the editor and waits for its end, and if it saved nothing, for a window that it may have left open.
  /// What it wrote counts, even when it failed
  /// afterwards; `nil` when it left the text as it was. A text that isn't UTF-8 stays in the file.
  mutating func run() throws(InputError) -> (text: EditedText?, failure: CommandError?) {
    var failure: CommandError?
    do throws(CommandError) {
      let (written, start) = (file.modified, ContinuousClock.now)
      try editor.open(file.path)
      if file.modified == written { editor.awaitWindow(openedWithin: .now - start) }
    } catch {
      failure = error
    }
    guard let bytes = file.bytes(), !bytes.elementsEqual(document.text.utf8) else {
      return (nil, failure)
    }
    if let byte = bytes.firstInvalidUTF8 {
      file.keep()
      throw .notUTF8(byte: byte)
    }
    let (title, content) = document.reading(String(decoding: bytes, as: UTF8.self))
    return (EditedText(title: title, content: content), failure)
  }
}

/// An entry as a text file for an editor: the title in the first line, a blank line, the text.
struct EditorDocument {
  let title: String
  let content: String

  /// What stands in the file.
  var text: String { "\(shownTitle)\n\n\(content)\n" }

  /// A title of several lines has to fit in one.
  private var shownTitle: String {
    String(String.UnicodeScalarView(title.unicodeScalars.map { $0 == "\n" ? " " : $0 }))
  }

  /// Title and text of the file as it came back. What a person left alone comes back as it was.
  func reading(_ text: String) -> (title: String, content: String) {
    // An editor may have written a byte order mark, and other line ends throughout.
    let isPlain = !self.text.utf8.contains(0x0D) && !self.text.hasPrefix("\u{FEFF}")
    let text = isPlain ? text.withPlainLineEnds : text
    // By bytes: "\r\n" is one character.
    let bytes = text.utf8
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
    var line = bytes[..<end]
    var rest = end == bytes.endIndex ? bytes[end...] : bytes[bytes.index(after: end)...]
    // A title may end in a carriage return of its own.
    if line.last == 0x0D, !line.elementsEqual(shownTitle.utf8) { line = line.dropLast() }
    if rest.starts(with: [0x0D, 0x0A]) { rest = rest.dropFirst() }
    if rest.first == 0x0A { rest = rest.dropFirst() }
    // Editors end the last line; the text needn't.
    if rest.last == 0x0A {
      rest = rest.dropLast()
      if rest.last == 0x0D, !content.utf8.elementsEqual(rest) { rest = rest.dropLast() }
    }
    let first = String(Substring(line))
    return (first.utf8.elementsEqual(shownTitle.utf8) ? title : first, String(Substring(rest)))
  }
}

// MARK: - PrivateFile

/// A file in a folder of its own that nobody else may enter, removed with this value unless
/// it is kept.
struct PrivateFile: ~Copyable {
  let path: String
  private let folder: String
  private var isKept = false

  /// Makes the file in memory, where there is a folder for that, else under `$TMPDIR`, else in `/tmp`.
  init(name: String, text: String) throws(CommandError) {
    let folder = try TemporaryFolder.make(inMemory: true)
    let path = folder + "/" + name
    do throws(SystemError) {
      try OpenFile(path, [.writeOnly, .create, .truncate]).write(Array(text.utf8))
    } catch {
      TemporaryFolder.remove(folder)
      throw .noTemporaryFolder(error.words)
    }
    self.folder = folder
    self.path = path
  }

  deinit {
    // An editor's own left-overs (backups, swap files) hold the text as well.
    if !isKept { TemporaryFolder.remove(folder) }
  }

  /// Leaves the file where it is.
  mutating func keep() { isKept = true }

  /// When the file was last written to, as far as that is known.
  var modified: FileTime? { FileSystem.status(of: path)?.modified }

  /// What is in the file now; `nil` when it is gone or can't be read.
  func bytes() -> [UInt8]? { try? OpenFile(path, .readOnly).rest() }
}

/// Folders that are there for a while, entered by their owner alone.
enum TemporaryFolder {
  /// The folder of this person's programs that lives in memory; `nil` where there is none.
  static var memory: String? {
    guard let folder = Environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
      FileSystem.isFolder(folder), FileSystem.isWritable(folder)
    else { return nil }
    return folder
  }

  /// A new one under `$TMPDIR`, else `/tmp`.
  static func make(inMemory: Bool = false) throws(CommandError) -> String {
    let place = (inMemory ? memory : nil) ?? FileSystem.temporaryFolder
    do throws(ErrorNumber) {
      return try FileSystem.makeTemporaryFolder(place + "/photodiary-")
    } catch {
      throw .noTemporaryFolder(error.words)
    }
  }

  /// Removes a folder with everything in it. Symbolic links are removed, not followed.
  static func remove(_ path: String) { FileSystem.removeTree(path) }
}

// MARK: - EditorSession

/// An entry in the person's own editor, from the shell.
struct EditorSession {
  let entry: Entry

  /// Opens the editor and saves what it left, as a draft if the editor failed. Whatever fails, the person's
  /// text is in the diary, in a draft or in a file that the error names.
  func run(in dependencies: Dependencies) async throws {
    var visit = try EditorVisit(
      EditedText(title: entry.title, content: entry.content),
      in: ExternalEditor.chosen(by: dependencies.folders.settings))
    let text: EditedText?
    let failure: CommandError?
    do throws(InputError) {
      (text, failure) = try visit.run()
    } catch {
      let reason = DiaryError.input(name: localized("The edited text"), error).line
      throw CommandError.textKept(in: visit.path, reason)
    }
    guard let text else {
      if let failure { throw failure }
      return
    }
    var fields = entry.fields
    (fields.title, fields.content) = (text.title, text.content)
    do throws(DiaryError) {
      if failure == nil {
        try await dependencies.save(fields, to: entry)
      } else {
        try await keepDraft(of: fields, in: dependencies)
      }
    } catch .emptyEntry {
      throw DiaryError.emptyEntry
    } catch {
      visit.keep()
      throw CommandError.textKept(in: visit.path, error.line)
    }
    guard let failure else { return }
    throw CommandError(
      localized(
        """
        \(failure.line) The entry is unchanged. What the editor saved is a draft, which the diary offers \
        when you open it.
        """))
  }

  /// Keeps what an editor saved before it failed, as with `:cq` in vi.
  private func keepDraft(
    of fields: EntryFields, in dependencies: Dependencies
  ) async throws(DiaryError) {
    let outside = dependencies.outside
    let drafts = DraftFolder(folder: outside.drafts, of: outside.layout, now: LocalTime.now)
    try await drafts.keep(
      Draft(
        id: .random(), entry: entry.id, base: entry.heads, fields: fields,
        dateText: EditorDate.text(entry.date)))
  }
}

// MARK: - SystemEditor

/// The person's own editor, for the screens.
struct SystemEditor: ExternalEditing {
  let settings: SettingsFile

  func edit(_ text: EditedText) throws(ExternalEditingError) -> EditedText? {
    let editor = ExternalEditor.chosen(by: settings)
    var visit: EditorVisit
    do throws(CommandError) {
      visit = try EditorVisit(text, in: editor)
    } catch {
      let reason = localized("couldn't create a temporary file")
      throw ExternalEditingError(line: editor.cannotStart(reason).line)
    }
    let edited: EditedText?
    let failed: CommandError?
    do throws(InputError) {
      (edited, failed) = try visit.run()
    } catch {
      throw ExternalEditingError(line: DiaryError.input(name: visit.path, error).line)
    }
    if let failed { throw ExternalEditingError(line: failed.line, saved: edited) }
    return edited
  }
}
