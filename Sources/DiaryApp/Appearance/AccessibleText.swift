import DiaryCore
import TerminalUI
import Text

extension AccessibleText.Field {
  init(_ label: String, _ field: TextField) {
    self.init(label, field.text, caret: field.charactersBeforeCaret)
  }
}

extension AccessibleText {
  /// Describes a dialog: its title, text and selected button.
  init(_ box: DialogBox) {
    let labels = box.buttons.map(\.label)
    let selected = labels.element(at: box.selected)
    self.init(
      box.title, box.body.filter { !$0.isBlank },
      selected: selected.map { Self.item($0, box.selected, of: labels.count) })
  }

  /// Describes a selected item with its position and the number of items.
  static func item(_ words: String, _ index: Int, of count: Int) -> String {
    localized(
      "\(words) (\(CountText.grouped(index + 1)) of \(CountText.grouped(count)))")
  }

  /// Describes an entry in one line: date, title, pin, star, photos and tags.
  static func text(for entry: Entry, in app: AppState) -> String {
    var parts = [DateText.long(entry.date.day), entry.displayTitle]
    if let origin = app.origin(of: entry)?.spoken { parts.append(origin) }
    if entry.details.isPinned { parts.append(localized("Pinned")) }
    if entry.details.isStarred { parts.append(localized("Star")) }
    if !entry.photos.isEmpty { parts.append(CountText.photos(entry.photos.count)) }
    let videos = entry.attachments.isEmpty ? 0 : entry.videos.count
    if videos > 0 { parts.append(CountText.videos(videos)) }
    let tags = EntryExcerpt.tags(of: entry)
    if !tags.isEmpty { parts.append(tags.map { "#\($0)" }.joined(separator: " ")) }
    return parts.joined(separator: ", ")
  }

  /// Describes a photo in one line: name and caption.
  static func text(for photo: Photo) -> String {
    let name = name(of: photo)
    return photo.caption.isBlank ? name : "\(name), \(photo.caption)"
  }

  static func name(of picture: Photo) -> String {
    picture.type.isVideo
      ? localized("Video \(picture.name)") : localized("Photo \(picture.name)")
  }
}

extension KeyTable {
  /// Describes a command: its first key and its help text.
  func text(for command: Command) -> String? {
    bindings.first { $0.command == command }.map { "\($0.keys[0].name): \($0.help)" }
  }
}

extension MarkedRow {
  var words: String { String(characters.map(\.character)) }
}

extension String {
  /// Indicates that it consists only of box-drawing lines.
  fileprivate var isRule: Bool {
    !isEmpty && unicodeScalars.allSatisfy { (0x2500...0x257F).contains($0.value) || $0 == " " }
      && !isBlank
  }
}

extension AccessibleText {
  /// The text without control characters and rules.
  var printable: AccessibleText {
    var accessibleText = self
    accessibleText.title = title.printable
    accessibleText.lines = lines.filter { !$0.isRule }.map(\.printable)
    accessibleText.keys = keys?.printable
    accessibleText.selected = selected?.printable
    accessibleText.notice = notice?.printable
    if let field {
      accessibleText.field = Field(field.label.printable, field.text.printable, caret: field.caret)
    }
    return accessibleText
  }
}
