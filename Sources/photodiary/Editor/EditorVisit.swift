import DiaryCore

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
