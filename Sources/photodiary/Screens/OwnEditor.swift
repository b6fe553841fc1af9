import DiaryApp
import DiaryCore

/// $VISUAL or $EDITOR, on a file that only this person can read and that is gone afterwards.
struct OwnEditor: ExternalEditing {
  func edit(_ text: EditedText) throws(DiaryError) -> EditedText? {
    let document = EditorDocument(title: text.title, content: text.content)
    let editor = ExternalEditor.chosen
    var file: PrivateFile
    do throws(CommandError) {
      file = try PrivateFile.make(name: "entry.md", text: document.text)
    } catch {
      throw .editor(editor.command, .cannotStart(reason: "no temporary file can be made"))
    }
    var failure: DiaryError?
    do throws(DiaryError) {
      try editor.open(file.path)
    } catch {
      failure = error
    }
    // What was written counts, even when the editor failed afterwards.
    if let bytes = file.bytes(), !bytes.elementsEqual(document.text.utf8) {
      if let byte = UTF8Check.firstInvalidByte(in: bytes) {
        file.keep()
        throw .input(name: file.path, .notUTF8(byte: byte))
      }
      let (title, content) = document.reading(String(decoding: bytes, as: UTF8.self))
      return EditedText(title: title, content: content)
    }
    if let failure { throw failure }
    return nil
  }
}
