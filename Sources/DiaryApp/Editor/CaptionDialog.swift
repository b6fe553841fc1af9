import DiaryCore
import TerminalUI
import Text

/// The dialog for editing a photo's caption.
package struct CaptionState: Sendable {
  let photo: Photo
  var field: TextField
  /// The saved entry that the photo belongs to; `nil` if it is the entry in the editor.
  var entry: Entry?
  /// `true` while the caption is being saved. The dialog stays open until that is done.
  var isSaving = false
  /// The ID of the dialog's draft.
  let draft = ID<Draft>.random()
  /// The timer that triggers writing a draft for a saved entry; `nil` if none is running.
  var draftTimer: Int?
  var hasDraft = false
  private let shown: String

  init(_ photo: Photo, of entry: Entry? = nil) {
    self.photo = photo
    self.entry = entry
    shown = entry?.fields.caption(of: photo) ?? photo.caption
    field = TextField(shown)
  }

  var hasChanges: Bool { !field.text.isExactly(shown) }

  /// Returns the entry's fields with the new caption.
  func fields(of entry: Entry) -> EntryFields {
    var fields = entry.fields
    fields.setCaption(field.text, of: photo.asset)
    return fields
  }
}

extension CaptionState: Screen {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { true }
  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.line]] }

  package func dialogHints(in app: AppState) -> [Binding] {
    app.keys[.line].savingHints(isSaving: isSaving)
  }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    if !isSaving { field.insert(text) }
    return keepDraft(in: &app)
  }

  /// Opens the caption of the photo that is selected in the editor.
  static func open(of editor: EditorState, in app: inout AppState) -> [Effect] {
    let page = editor.page
    if page.photos.indices.contains(page.selectedItem) {
      app.push(CaptionState(page.photos[page.selectedItem]))
    }
    return []
  }

  package mutating func handle(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    let command = app.keys[.line].command(for: event)
    switch command ?? app.keys[.everywhere].command(for: event) {
    case .leave: return app.copyOrLeave(&field)
    case .redraw: return [.redraw]
    case .cancel:
      guard !hasChanges || isSaving || app.mayClose(event) else { return [] }
      app.pop()
      return forgetDraft
    case _ where isSaving: break
    case .accept:
      if let entry { return save(of: entry, in: &app) }
      app.pop()
      return putInEditor(in: &app)
    case .help where command == .help: return app.updateEverywhere(.help)
    default: if app.type(event, into: &field) { return keepDraft(in: &app) }
    }
    return []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    let field = box(app).field(in: Rect(app.size))
    return !isSaving && self.field.handle(mouse, in: field) ? keepDraft(in: &app) : []
  }

  /// Schedules a draft.
  mutating func keepDraft(in app: inout AppState) -> [Effect] {
    guard hasChanges || hasDraft else { return [] }
    guard entry != nil else { return [.scheduleEditorDraft] }
    guard draftTimer == nil else { return [] }
    let requestID = app.nextRequestID()
    draftTimer = requestID
    return [.scheduleDraft(requestID: requestID)]
  }

  /// The effects that remove the typed text from the draft.
  private var forgetDraft: [Effect] {
    if entry == nil { return hasChanges ? [.scheduleEditorDraft] : [] }
    return hasDraft ? [.removeDraft(draft)] : []
  }

  private func putInEditor(in app: inout AppState) -> [Effect] {
    [.changeEditor { editor in editor.change { $0.setCaption(field.text, of: photo.asset) } }]
  }
}

// MARK: Of a saved entry

extension CaptionState {
  /// Opens the caption of a photo of a saved entry.
  static func open(of photo: Photo, _ entry: Entry, in app: inout AppState) {
    guard app.checkEditable(entry), !app.isInTrash(entry) else { return }
    app.push(CaptionState(photo, of: entry))
  }

  private mutating func save(of entry: Entry, in app: inout AppState) -> [Effect] {
    let fields = fields(of: entry)
    guard !fields.isExactly(entry.fields) else {
      app.pop()
      return []
    }
    isSaving = true
    return [
      .rewrite(
        Rewrite(
          change: .editing, entry: entry.id, fields: fields, replaced: Versions(shown: entry),
          known: entry.heads), draft: draft)
    ]
  }
}

// MARK: - CaptionView

/// The view of the dialog, with the photo above the field.
extension CaptionState {
  /// The fewest rows in which a picture is recognizable.
  private static let minRows = 3
  private static let maxRows = 20

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let caret = box(app).draw(field, app.theme, in: &grid)
    photoView(app)?.draw(in: &grid)
    return caret
  }

  package func pictures(in app: AppState) -> WantedPictures {
    WantedPictures(inView: photoView(app)?.requests ?? [])
  }

  func box(_ app: AppState) -> LineBox {
    LineBox(
      self, title: localized("Caption of \(photo.name.printable)"),
      pictureRows: space(app)?.rows ?? 0, in: app)
  }

  private func photoView(_ app: AppState) -> PhotoView? {
    guard let space = space(app) else { return nil }
    let rect = box(app).picture(in: Rect(app.size)).centered(space)
    return PhotoView(photo, in: rect, app)
  }

  /// Returns the size of the picture in cells; `nil` if there is no space or no picture.
  private func space(_ app: AppState) -> Size? {
    guard app.showsPhotos, photo.knownProblem == nil else { return nil }
    let around = LineBox(self, title: " ", pictureRows: 1, in: app)
    // The bottom line is left for messages.
    let margin = app.size.rows > 16 ? 2 : 1
    let rows = app.size.rows - around.height(on: app.size.columns) + 1 - margin
    guard rows >= Self.minRows else { return nil }
    let size = Size(
      columns: DialogBox.textColumns(on: app.size.columns), rows: min(rows, Self.maxRows))
    return PhotoView.space(for: photo, within: size, app)
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    AccessibleText(localized("Caption of \(photo.name)"), field: .init(localized("Caption"), field))
  }
}
