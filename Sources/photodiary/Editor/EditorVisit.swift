import DiaryApp
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
    file = try PrivateFile.make(name: "entry.md", text: document.text)
  }

  /// Where the text stands.
  var path: String { file.path }

  /// Leaves the file where it is.
  mutating func keep() { file.keep() }

  /// Opens the editor and waits for its end. What it wrote counts, even when it failed
  /// afterwards; `nil` when it left the text as it was. A text that isn't UTF-8 stays in the file.
  mutating func run() throws(InputFault) -> (text: EditedText?, failure: CommandError?) {
    var failure: CommandError?
    do throws(CommandError) {
      try editor.open(file.path)
    } catch {
      failure = error
    }
    guard let bytes = file.bytes(), !bytes.elementsEqual(document.text.utf8) else {
      return (nil, failure)
    }
    if let byte = UTF8Check.firstInvalidByte(in: bytes) {
      file.keep()
      throw .notUTF8(byte: byte)
    }
    let (title, content) = document.reading(String(decoding: bytes, as: UTF8.self))
    return (EditedText(title: title, content: content), failure)
  }
}
