import DiaryCore

/// Puts notes together from the pieces of a file. The bytes of photos and other files go to files of their
/// own as they come, so that a note needs no more memory than its text.
final class EvernoteParser {
  /// In bytes, of anything but a text.
  private static let longestWords = 1 << 16

  /// Those that have ended, and nobody took yet.
  private var notes: ArraySlice<EvernoteNote> = []
  /// Whether a note has begun and not ended.
  var isInNote: Bool { note != nil }
  /// Why the bytes of a file couldn't be written.
  private(set) var failure: DiaryError?

  private let extracted: ExtractedFiles
  private var path: [String] = []
  private var note: EvernoteNote?
  private var task: EvernoteNote.Task?
  private var words = ""
  // Of the resource that has begun.
  private var file: ExtractedFile?
  private var name = ""
  private var type = ""

  init(_ extracted: ExtractedFiles) { self.extracted = extracted }

  func popNote() -> EvernoteNote? { notes.popFirst() }

  func receive(_ piece: MarkupPieces.Piece) {
    guard failure == nil else { return }
    do throws(DiaryError) {
      switch piece {
      case .begin(let element, _):
        path.append(element)
        try begin(element)
      case .text(let text): try add(text)
      case .end(let element):
        try end(element, in: path.dropLast().last ?? "")
        _ = path.popLast()
      }
    } catch {
      failure = error
    }
  }

  private func begin(_ element: String) throws(DiaryError) {
    words = ""
    switch element {
    case "note" where note == nil: note = EvernoteNote()
    case "resource": (file, name, type) = (nil, "", "")
    case "data" where isInResource: file = try ExtractedFile(in: extracted)
    case "task": task = EvernoteNote.Task()
    default: break
    }
  }

  private var isInResource: Bool { path.contains("resource") }

  private func add(_ text: String) throws(DiaryError) {
    guard note != nil else { return }
    switch path.last {
    case "data": try file?.write(base64: text.utf8)
    // What was recognized in pictures, and whatever else programs put there.
    case "recognition", "application-data", "alternate-data": break
    case "content":
      guard words.utf8.count + text.utf8.count <= MarkupPieces.longest else {
        note?.isTooLong = true
        return
      }
      words += text
    default: if words.utf8.count + text.utf8.count <= Self.longestWords { words += text }
    }
  }

  private func end(_ element: String, in parent: String) throws(DiaryError) {
    let text = String(words.trimmed)
    words = ""
    switch (parent, element) {
    case ("note", "title"): note?.title = text
    case ("note", "content"): note?.content = text
    case ("note", "created"): note?.created = text
    case ("note", "updated"): note?.updated = text
    case ("note", "tag"): note?.tags.append(text)
    case ("note-attributes", _):
      if !text.isEmpty { note?.attributes.append(JSONMember(element, .string(text))) }
    case ("resource", "mime"): type = text.lowercased()
    case ("resource-attributes", "file-name"): name = text
    case (_, "resource"): try endResource()
    case ("task", "title"): task?.title = text
    case ("task", "taskstatus"): task?.isDone = text.lowercased() == "completed"
    case (_, "task"):
      if let task, !task.title.isEmpty { note?.tasks.append(task) }
      task = nil
    case (_, "note"):
      if let note { notes.append(note) }
      note = nil
    default: break
    }
  }

  private func endResource() throws(DiaryError) {
    defer { file = nil }
    let digest = try file?.finish()
    // Some programs that write such files say so.
    let type = MediaType(type == "image/jpg" ? "image/jpeg" : type)
    let name = ExtractedFile.name(told: name, type: type, digest: digest ?? "")
    guard let file, let digest else {
      note?.brokenResources.append(name)
      return
    }
    let resource = EvernoteNote.Resource(digest: digest, path: file.path, name: name, type: type)
    note?.resources.append(resource)
  }
}
