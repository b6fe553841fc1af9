import DiaryCore

/// One visit of an entry to the person's own editor.
struct EditorSession {
  private let entry: Entry
  private let document: EditorDocument

  init(_ entry: Entry) {
    self.entry = entry
    document = EditorDocument(title: entry.title, content: entry.content)
  }

  /// Opens the editor and saves what it left. Whatever fails, the person's text is in the diary
  /// or in a file that the error names.
  func run(in wiring: Wiring) async throws {
    var file = try PrivateFile.make(name: "entry.md", text: document.text)
    var failure: DiaryError?
    do throws(DiaryError) {
      try ExternalEditor.chosen.open(file.path)
    } catch {
      failure = error
    }
    if let bytes = file.bytes(), !bytes.elementsEqual(document.text.utf8) {
      do throws(DiaryError) {
        try await save(bytes, in: wiring)
      } catch .emptyEntry {
        throw DiaryError.emptyEntry
      } catch {
        file.keep()
        throw CommandError.textKept(file: file.path, reason: error.line)
      }
    }
    if let failure { throw failure }
  }

  private func save(_ bytes: [UInt8], in wiring: Wiring) async throws(DiaryError) {
    if let byte = UTF8Check.firstInvalidByte(in: bytes) {
      throw .input(name: "The edited text", .notUTF8(byte: byte))
    }
    var fields = entry.fields
    (fields.title, fields.content) = document.reading(String(decoding: bytes, as: UTF8.self))
    _ = try await wiring.diary.update(entry.id, to: fields, basedOn: entry.heads)
  }
}
