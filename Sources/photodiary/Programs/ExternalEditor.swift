import DiaryApp
import DiaryCore
import DiaryStore
import System
import Text

/// The editor that the user has chosen: the one in the settings, else `$VISUAL`, else `$EDITOR`,
/// else `vi`.
struct ExternalEditor {
  /// The command, possibly with arguments.
  let command: String

  static func chosen(by settings: SettingsFile) -> ExternalEditor {
    ExternalEditor(command: settings.known().effective().externalEditor ?? "vi")
  }

  /// Opens a file and waits until the editor ends.
  ///
  /// - Throws: `MessageError` if the editor can't be started or fails.
  func open(_ path: String) throws {
    switch try run(path) {
    case .success: return
    case .exited(126): throw cannotStart(localized("it can't be run"))
    case .exited(127): throw cannotStart(localized("it wasn't found"))
    case .exited(let code): throw failed(Int(code))
    case .killed(let signal): throw failed(Int(signal.number) + 128)
    }
  }

  /// Less time than any edit takes.
  private static let glance = Duration.seconds(2)

  /// Handles an editor that ended without saving. It may have opened a window without waiting for
  /// it: prompts to press Enter, or reports it if there is no terminal.
  func awaitWindow(openedWithin time: Duration) {
    guard let prompt = TerminalPrompt() else {
      return ErrorLine.report(
        localized(
          """
          The editor \(command) saved nothing, so the entry is unchanged. If it opens a window, \
          add the option that makes it wait, as in “code --wait”.
          """))
    }
    guard time < Self.glance, !Self.terminalEditors.contains(command) else { return }
    prompt.wait(
      localized(
        """
        The editor \(command) returned without saving. If it shows the text in a window, save it there, \
        then press Enter here. Otherwise, press Esc.
        """))
  }

  /// Editors that never open a window.
  private static let terminalEditors: Set = [
    "vi", "vim", "nvim", "nano", "micro", "hx", "helix", "kak", "joe", "jed", "mg", "ne", "ed",
  ]

  func cannotStart(_ reason: String) -> MessageError {
    MessageError(
      localized(
        "Couldn't start the editor \(command): \(reason). Set EDITOR to one that is installed."))
  }

  private func failed(_ status: Int) -> MessageError {
    MessageError(localized("The editor \(command) failed with status \(status)."))
  }

  private func run(_ path: String) throws -> ExitStatus {
    do {
      let options = EditorPrivacy(command: command).options
      let words = ["sh", "-c", command + " \"$@\"", command] + options + [path]
      return try Spawn("/bin/sh", words, files: .all, group: .shared).runOnTerminal()
    } catch {
      throw cannotStart(error.message)
    }
  }
}

// MARK: - ExternalEdit

/// One edit of a title and text in the user's editor. The file is readable only by the user, and
/// removed afterwards.
struct ExternalEdit: ~Copyable {
  private let document: EditorDocument
  private let editor: ExternalEditor
  private var file: PrivateFile

  init(_ text: EditedText, in editor: ExternalEditor) throws {
    self.editor = editor
    document = EditorDocument(title: text.title, content: text.content)
    file = try PrivateFile(name: "entry.md", text: document.text)
  }

  /// The path of the file.
  var path: String { file.path }

  /// Keeps the file.
  mutating func keep() { file.keep() }

  /// Opens the editor and waits until it ends. If it saved nothing, also waits for a window that it
  /// may have opened.
  ///
  /// - Parameter name: the name of the text in an error; the path of the file by default.
  /// - Throws: `DiaryError.input` if the text isn't UTF-8; the file is kept then.
  mutating func run(_ name: String? = nil) throws -> EditorResult {
    var failure: MessageError?
    do {
      let (written, start) = (file.modified, ContinuousClock.now)
      try editor.open(file.path)
      if file.modified == written { editor.awaitWindow(openedWithin: .now - start) }
    } catch let error as MessageError {
      failure = error
    }
    guard let bytes = file.bytes(), !bytes.elementsEqual(document.text.utf8) else {
      return EditorResult(error: failure)
    }
    if let byte = bytes.firstInvalidUTF8 {
      file.keep()
      throw DiaryError.input(name: name ?? path, .notUTF8(byte: byte))
    }
    let (title, content) = document.parse(String(decoding: bytes, as: UTF8.self))
    return EditorResult(EditedText(title: title, content: content), error: failure)
  }
}

/// An entry as a text file for an editor: the title in the first line, a blank line, the text.
struct EditorDocument {
  let title: String
  let content: String

  /// The contents of the file.
  var text: String { "\(shownTitle)\n\n\(content)\n" }

  /// The title on one line.
  private var shownTitle: String {
    String(String.UnicodeScalarView(title.unicodeScalars.map { $0 == "\n" ? " " : $0 }))
  }

  /// Returns the title and text of an edited file. Parts that weren't edited are returned
  /// unchanged.
  func parse(_ text: String) -> (title: String, content: String) {
    // An editor may have added a byte order mark, or changed all line ends.
    let isPlain = !self.text.utf8.contains(0x0D) && !self.text.hasPrefix("\u{FEFF}")
    let text = isPlain ? text.withPlainLineEnds : text
    // Compares bytes, as "\r\n" is one character.
    let bytes = text.utf8
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
    var line = bytes[..<end]
    var rest = end == bytes.endIndex ? bytes[end...] : bytes[bytes.index(after: end)...]
    // A title may itself end with a carriage return.
    if line.last == 0x0D, !line.elementsEqual(shownTitle.utf8) { line = line.dropLast() }
    if rest.starts(with: [0x0D, 0x0A]) { rest = rest.dropFirst() }
    if rest.first == 0x0A { rest = rest.dropFirst() }
    // Editors add a line feed at the end that the text may not have.
    if rest.last == 0x0A {
      rest = rest.dropLast()
      if rest.last == 0x0D, !content.utf8.elementsEqual(rest) { rest = rest.dropLast() }
    }
    let first = String(Substring(line))
    return (first.utf8.elementsEqual(shownTitle.utf8) ? title : first, String(Substring(rest)))
  }
}

// MARK: - PrivateFile

/// A file in a private folder. Both are removed with this value unless it is kept.
struct PrivateFile: ~Copyable {
  let path: String
  private let folder: String
  private var isKept = false

  /// Creates the file in memory, if there is a folder for that, else in `$TMPDIR` or `/tmp`.
  ///
  /// - Throws: `CommandError` if it can't be created.
  init(name: String, text: String) throws {
    let folder = try TemporaryFolder.make(inMemory: true)
    let path = folder + "/" + name
    do {
      try OpenFile(path, [.writeOnly, .create, .truncate]).write(Array(text.utf8))
    } catch {
      TemporaryFolder.remove(folder)
      throw CommandError.noTemporaryFolder(error.message)
    }
    self.folder = folder
    self.path = path
  }

  deinit {
    // Removes the folder too, as backups and swap files of an editor contain the text.
    if !isKept { TemporaryFolder.remove(folder) }
  }

  /// Keeps the file.
  mutating func keep() { isKept = true }

  /// The time of the last change to the file, if known.
  var modified: FileTime? { FileSystem.status(of: path)?.modified }

  /// Returns the contents of the file, or `nil` if it is gone or can't be read.
  func bytes() -> [UInt8]? { try? OpenFile(path, .readOnly).readToEnd() }
}

/// Temporary folders that only the user can access.
enum TemporaryFolder {
  /// The user's runtime folder, which is in memory; `nil` if there is none.
  static var memory: String? {
    guard let folder = Environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"),
      FileSystem.isFolder(folder), FileSystem.isWritable(folder)
    else { return nil }
    return folder
  }

  /// Creates a folder in `$TMPDIR`, else `/tmp`.
  ///
  /// - Throws: `CommandError` if it can't be created.
  static func make(inMemory: Bool = false) throws -> String {
    let place = (inMemory ? memory : nil) ?? FileSystem.temporaryFolder
    do {
      return try FileSystem.makeTemporaryFolder(place + "/photodiary-")
    } catch {
      throw CommandError.noTemporaryFolder(error.message)
    }
  }

  /// Removes a folder with everything in it. Symbolic links are removed, not followed.
  static func remove(_ path: String) { FileSystem.removeTree(path) }
}

// MARK: - EditorSession

/// An edit of an entry in the user's editor, from the shell.
struct EditorSession {
  let entry: Entry

  /// Opens the editor and saves the result, as a draft if the editor failed. If saving fails, the
  /// text is kept in a draft, which is encrypted if the diary is, or else in a file that the error
  /// names.
  ///
  /// - Throws: `CommandError`, `MessageError` or `DiaryError` if the editor fails or the text can't
  ///   be saved.
  func run(
    in dependencies: Dependencies, save: (EntryFields) async throws -> Void
  ) async throws {
    var visit = try ExternalEdit(
      EditedText(title: entry.title, content: entry.content),
      in: ExternalEditor.chosen(by: dependencies.folders.settings))
    let result: EditorResult
    do {
      result = try visit.run(localized("The edited text"))
    } catch let error as DiaryError {
      throw CommandError.textKept(in: visit.path, error.line)
    }
    guard let text = result.text else {
      if let error = result.error { throw error }
      if Output.isTerminal { ErrorLine.report(localized("Nothing changed.")) }
      return
    }
    var fields = entry.fields
    (fields.title, fields.content) = (text.title, text.content)
    do {
      if result.error == nil {
        try await save(fields)
      } else {
        try await keepDraft(of: fields, in: dependencies)
      }
    } catch DiaryError.emptyEntry {
      throw DiaryError.emptyEntry
    } catch {
      let reason = (error as? CommandError)?.line ?? MessageError(error).line
      guard (try? await keepDraft(of: fields, in: dependencies)) == nil else {
        throw CommandError(
          localized("\(reason) Your text is kept as a draft; open the diary to continue it."))
      }
      visit.keep()
      throw CommandError.textKept(in: visit.path, reason)
    }
    guard let error = result.error else { return }
    throw CommandError(
      localized(
        """
        \(error.line) The entry is unchanged. The text from the editor is kept as a draft; open \
        the diary to continue it.
        """))
  }

  /// Keeps a text as a draft: one that can't be saved, or that an editor saved before it failed, as
  /// `:cq` does in vi.
  private func keepDraft(of fields: EntryFields, in dependencies: Dependencies) async throws {
    let outside = dependencies.outside
    let drafts = DraftFolder(folder: outside.drafts, of: outside.layout, now: LocalTime.now)
    try await drafts.save(
      Draft(
        id: .random(), entry: entry.id, base: entry.heads, fields: fields,
        dateText: EditorDate.text(entry.date)))
  }
}

// MARK: - SystemEditor

/// The user's editor, for the screens.
struct SystemEditor: Sendable {
  let settings: SettingsFile

  func edit(_ text: EditedText) -> EditorResult {
    let editor = ExternalEditor.chosen(by: settings)
    var visit: ExternalEdit
    do {
      visit = try ExternalEdit(text, in: editor)
    } catch {
      return EditorResult(error: editor.cannotStart(localized("couldn't create a temporary file")))
    }
    do {
      return try visit.run()
    } catch {
      return EditorResult(error: MessageError(error))
    }
  }
}
