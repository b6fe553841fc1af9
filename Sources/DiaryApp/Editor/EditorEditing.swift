import DiaryCore
import TerminalUI
import TextEditing

// Changes of the page, each a step of undo or part of one.
extension EditorState {
  /// Changes the page as one step of undo.
  mutating func change(_ body: (inout Page) -> Void) {
    let before = page
    body(&page)
    if !page.says(before) { record(before, nil) }
  }

  private mutating func record(_ before: Page, _ edit: Edit?) {
    undo.record(before, kind: edit) { $0.field == $1.field && $0.kind.joins($1.kind) }
  }

  /// Whether a command was one for the field in front, and has been carried out.
  mutating func edit(_ command: EditingCommand, _ ring: inout KillRing) -> Bool {
    switch command {
    case .undo: stepBack()
    case .redo: stepForward()
    case .beginStep: undo.holdStep()
    case .endStep: undo.releaseStep()
    default: return apply(command, &ring)
    }
    ring.close()
    return true
  }

  private mutating func apply(_ command: EditingCommand, _ ring: inout KillRing) -> Bool {
    let before = page
    var result: (isTaken: Bool, kind: EditKind?)
    switch focus {
    case .title: result = page.title.apply(command, &ring)
    case .content: result = (true, page.content.apply(command, &ring))
    case .tags: result = page.tags.apply(command, &ring)
    case .date: result = page.date.apply(command, &ring)
    case .photos: result = (false, nil)
    }
    if let kind = result.kind {
      record(before, Edit(field: focus, kind: kind))
    } else if page.place(in: focus) != before.place(in: focus) {
      undo.endStep()
    }
    return result.isTaken
  }

  mutating func stepBack() { if let earlier = undo.stepBack(from: page) { page = earlier } }
  mutating func stepForward() { if let later = undo.stepForward(from: page) { page = later } }

  mutating func moveFocus(by count: Int) {
    let fields = Field.allCases.count
    moveFocus(to: Field(rawValue: (focus.rawValue + count + fields) % fields) ?? .title)
  }

  mutating func moveFocus(to field: Field) {
    focus = field
    page.title.dropSelection()
    page.content.dropSelection()
    page.tags.dropSelection()
    page.date.dropSelection()
    vi?.leaveText()
    // What vi types in one field is a step of its own.
    undo.releaseStep()
  }

  /// Adds photos and other files, each once, and chooses the last photo, else the last file; `place` puts them
  /// into the text. All of it is one step of undo.
  mutating func add(
    _ photos: [Photo], _ attachments: [Attachment] = [], place: (inout Page) -> Void = { _ in }
  ) {
    change { page in
      for file in attachments where !page.attachments.contains(where: { $0.asset == file.asset }) {
        page.attachments.append(file)
      }
      for photo in photos where !page.photos.contains(where: { $0.asset == photo.asset }) {
        page.photos.append(photo)
      }
      page.selectedItem = max(
        0, (page.photos.isEmpty ? page.stripItems.count : page.photos.count) - 1)
      place(&page)
    }
  }

  var isDateChanged: Bool { page.date.content.rope != openedPage.date.content.rope }

  mutating func setDate(_ date: EntryDate) {
    change { $0.date = TextField(EditorDate.text(date), keepsHistory: false) }
  }
}
