import DiaryCore
import TerminalUI
import TextEditing

extension EditorState {
  /// What undo and redo go through.
  struct Page: Hashable, Sendable {
    var title: TextField
    var content: TextArea
    var tags: TextField
    var date: TextField
    var photos: [Photo]
    /// Which of `stripItems` is selected.
    var selectedItem = 0
    var attachments: [Attachment] = []
    var journal = EntryFields.defaultJournal
    /// The diary that it is for, where another than the open one was chosen.
    var diary: DiaryName?
    var details = EntryDetails()

    /// Whether it says the same, wherever the carets are.
    func says(_ other: Page) -> Bool {
      title.content.rope == other.title.content.rope && content.rope == other.content.rope
        && tags.content.rope == other.tags.content.rope
        && date.content.rope == other.date.content.rope && photos == other.photos
        && attachments == other.attachments
        && journal == other.journal && diary == other.diary && details.isExactly(other.details)
    }

    mutating func setCaption(_ caption: String, of asset: AssetID) {
      for index in photos.indices where photos[index].asset == asset {
        photos[index].caption = caption
      }
    }

    /// Where a field's caret is, in bytes.
    func place(in field: Field) -> Int {
      switch field {
      case .title: title.caret
      case .content: content.caret
      case .tags: tags.caret
      case .date: date.caret
      case .photos: 0
      }
    }
  }
}
