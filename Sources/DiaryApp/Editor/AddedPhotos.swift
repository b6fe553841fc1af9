import DiaryCore
import TerminalUI
import Text

/// The result of adding photos to the entry in the editor.
package struct AddedPhotos: Sendable {
  /// The draft of the editor that they were added in. They are never added to another entry.
  package let draft: ID<Draft>
  /// Photos that are now in the diary.
  package var photos: [Photo] = []
  /// Videos and recordings that are now in the diary.
  package var attachments: [Attachment] = []
  /// Messages about them.
  package var remarks: [String] = []
  package var refused: [String] = []
  /// The titles of other entries that already have some of the photos.
  package var entries: [AssetID: String] = [:]
  /// The request ID of the paste that they came from.
  package var drop: Int?
  /// `true` if they are to be inserted into the text at the caret.
  package var areInText = false

  package init(to draft: ID<Draft>) { self.draft = draft }
}

extension EditorState {
  /// A paste that may be paths of photos. The text stays in its field until that is known.
  struct Drop: Hashable, Sendable {
    let requestID: Int
    let field: Field
    /// The byte offset of its beginning.
    let place: Int
    let text: String
  }

  /// Adds photos to the entry. They replace the paths that were pasted for them.
  mutating func receive(_ added: AddedPhotos) {
    let drop = added.drop.flatMap { requestID in drops.first { $0.requestID == requestID } }
    drops.removeAll { $0.requestID == added.drop }
    guard !added.photos.isEmpty || !added.attachments.isEmpty else { return }
    add(added.photos, added.attachments) { page in
      let unplaced = added.photos.filter { photo in
        !page.content.text.contains("](photo:\(photo.asset))")
      }
      let references = unplaced.map { PhotoReference.markdown($0) }
      guard let drop else {
        if added.areInText { page.content.replace("", near: 0, withLines: references) }
        return
      }
      switch drop.field {
      case .title: page.title.remove(drop.text, near: drop.place)
      case .content: page.content.replace(drop.text, near: drop.place, withLines: references)
      case .tags: page.tags.remove(drop.text, near: drop.place)
      case .date: page.date.remove(drop.text, near: drop.place)
      case .photos: break
      }
    }
  }

  /// Returns a message about added photos. `before` are the photos that the entry had already.
  func text(of added: AddedPhotos, before: [Photo]) -> String? {
    let assets = added.photos.map(\.asset)
    let doubled = Set(assets).filter { asset in before.contains { $0.asset == asset } }
    let fresh = Set(assets).subtracting(doubled)
    var words: [String] = []
    if !fresh.isEmpty || !added.attachments.isEmpty {
      let videos = added.attachments.count(where: \.type.isVideo)
      let count = CountText.media(
        photos: fresh.count, videos: videos, recordings: added.attachments.count - videos)
      words.append(localized("Added \(count)."))
    }
    if !doubled.isEmpty {
      words.append(
        doubled.count == 1
          ? localized("This photo is already in the entry.")
          : localized("\(doubled.count) are already in the entry."))
    }
    let elsewhere = fresh.filter { added.entries[$0] != nil }
    if let asset = elsewhere.first, let title = added.entries[asset] {
      words.append(
        elsewhere.count == 1
          ? localized("It's already in the diary, in \(title).")
          : localized("\(elsewhere.count) are already in the diary, for example in \(title)."))
    }
    words += added.remarks
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

// MARK: - Waiting

/// The dialog while an entry waits to be saved and closed until its photos are added. Text typed
/// into it is inserted if the editor stays open.
struct PhotoWaitState: Screen {
  var coversScreen: Bool { false }
  var isTyping: Bool { true }
  var belongsToEditor: Bool { true }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.editor]] }

  func dialogHints(in app: AppState) -> [Binding] {
    [app.keys[.editor].hint(.cancel, "keep writing")].compactMap(\.self)
  }

  func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    switch command(for: key, in: app) {
    case .cancel:
      app.pop()
      return [.keepWriting]
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    default: return key == .backspace || key.typedText != nil ? [.hold(.key(key))] : []
    }
  }

  func paste(_ text: String, in app: inout AppState) -> [Effect] { [.hold(.paste(text))] }

  private func box(_ app: AppState) -> DialogBox {
    box(
      title: localized("Saving once the photos are added…"),
      body: [localized("Then the editor closes.")], in: app)
  }

  func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    box(app).draw(in: &grid, grid.bounds, app.theme.dialog)
    return nil
  }

  func accessibleText(in app: AppState) -> AccessibleText { AccessibleText(box(app)) }
}

extension Effect {
  fileprivate static func hold(_ event: TerminalEvent) -> Effect {
    .changeEditor { $0.held.append(event) }
  }

  fileprivate static var keepWriting: Effect {
    .update { state in
      _ = state.withEditor { $0.savesWithPhotos = false }
      return state.applyHeldEvents()
    }
  }
}

// MARK: - PhotosOfDay

extension Effect {
  /// Finds the photos of a day and adds them to the entry in the editor.
  static func addPhotos(of day: CalendarDay, to draft: ID<Draft>) -> Effect {
    .run(day, draft, in: .latest("day-photos")) { context in
      await context.environment.photosOfDay(day)
    } thenPerform: { state, photos in
      state.addFound(photos, to: draft)
    }
  }

  /// Finds the photos of a day and offers them for the entry in the editor.
  static func offerPhotos(of day: CalendarDay, to draft: ID<Draft>) -> Effect {
    .run(day, in: .latest("day-photos")) { context in
      await context.environment.photosOfDay(day)
    } then: { state, photos in
      state.screens.update(EditorState.self) {
        if $0.draft == draft, $0.original == nil { $0.photosOfDay = photos }
      }
    }
  }

  /// Reads the questions for empty entries, or shows why they can't be read, unless another message
  /// is shown.
  static var readPrompts: Effect {
    .run { context in
      context.environment.readPrompts()
    } then: { state, read in
      switch read {
      case .success(let prompts): state.prompts = prompts
      case .failure(let error): state.toast = state.toast ?? error.line
      }
    }
  }
}

extension AppState {
  /// Opens the editor on a new entry, and adds or offers the photos of its day.
  mutating func begin(
    _ editor: EditorState, on day: CalendarDay, addsPhotos: Bool = false
  ) -> [Effect] {
    push(editor)
    return [
      .readPrompts,
      addsPhotos
        ? .addPhotos(of: day, to: editor.draft) : .offerPhotos(of: day, to: editor.draft),
    ]
  }

  /// Adds the photos at these paths to the entry in the editor.
  mutating func addPhotos(_ paths: [String], to draft: ID<Draft>) -> [Effect] {
    toast = localized("Adding \(CountText.media(ofFiles: paths))…")
    return [.changeEditor { $0.pendingPhotos += 1 }, .addPhotos(paths, to: draft)]
  }
}

extension EditorState {
  /// Adds the offered photos to the entry.
  mutating func addPhotosOfDay(in app: inout AppState) -> [Effect] {
    guard !photosOfDay.isEmpty else {
      app.toast =
        app.settings.photosFolder == nil
        ? localized(
          "No photo folder is set. Set photos_folder in the settings (\(app.settingsKey)).")
        : localized("photos_folder has no new photos from this day.")
      return []
    }
    let paths = photosOfDay.map(\.path)
    photosOfDay = []
    return app.addPhotos(paths, to: draft)
  }

  /// Returns a message that offers the photos of the day while the entry has none; `nil` if there
  /// are none.
  func offer(in app: AppState) -> String? {
    guard !photosOfDay.isEmpty, page.photos.isEmpty, pendingPhotos == 0,
      let key = app.keys[.editor].keyName(of: .photosOfDay)
    else { return nil }
    return localized("\(CountText.media(ofFiles: photosOfDay.map(\.path))) from this day: \(key)")
  }
}

extension AppState {
  /// Adds photos that were found to the entry, if it is still in the editor.
  fileprivate mutating func addFound(_ photos: [FoundPhoto], to draft: ID<Draft>) -> [Effect] {
    guard !photos.isEmpty, screens.topmost(EditorState.self)?.draft == draft else { return [] }
    return addPhotos(photos.map(\.path), to: draft)
  }
}

// MARK: - DroppedPaths

/// The paths that a paste may contain, if files were dropped on the terminal.
///
/// Terminals write them in different ways, separated by blanks or line ends: VTE and foot use
/// single quotes, Windows Terminal single or double ones, iTerm2 and WezTerm backslashes, Konsole
/// quotes where a shell needs them, kitty and Alacritty nothing. File managers copy `file://` URIs.
/// A text can therefore be read in several ways; the right one is the one whose files exist.
package struct DroppedPaths: Hashable, Sendable {
  /// Lists of absolute paths of photos, judged by their names; the most likely reading first.
  let readings: [[String]]

  /// Longer pastes, in bytes, are text.
  private static let longest = 1 << 16
  private static let most = 1000
  /// The longest path on Linux, in bytes.
  private static let maxPathLength = 4096

  /// Returns `nil` if no reading of the text consists of paths of photos. `home` replaces `~`.
  init?(_ text: String, home: String) {
    guard text.utf8.count <= Self.longest, !text.utf8.contains(0) else { return nil }
    let trimmed = String(text.trimmed)
    guard let first = trimmed.first, "/~'\"fF\\".contains(first) else { return nil }
    let lines = trimmed.split(whereSeparator: \.isNewline).map { String($0.trimmed) }
      .filter { !$0.isEmpty }
    let spellings: [[String]?] = [
      Self.words(of: trimmed), lines, lines.flatMap(Self.pathsWithBlanks),
      lines.map(Self.unwrapped),
    ]
    var readings: [[String]] = []
    for case .some(let spelling) in spellings where (1...Self.most).contains(spelling.count) {
      let paths = spelling.compactMap { Self.path($0, home: home) }
      if paths.count == spelling.count, !readings.contains(paths) { readings.append(paths) }
    }
    guard !readings.isEmpty else { return nil }
    self.readings = readings
  }

  /// Returns an absolute path that ends like a photo's; `nil` for anything else.
  private static func path(_ word: String, home: String) -> String? {
    var path = word
    if let url = fileURL(word) {
      path = url
    } else if word.hasPrefix("~/") {
      path = home + word.dropFirst()
    }
    guard path.hasPrefix("/"), !path.utf8.contains(0), path.utf8.count < maxPathLength,
      MediaType.isPhoto(named: path) || MediaType(ofFileNamed: path).isMedia
    else {
      return nil
    }
    return path
  }

  /// Returns the path of a local `file:` URI (RFC 8089); `nil` for anything else.
  private static func fileURL(_ word: String) -> String? {
    guard word.prefix(5).lowercased() == "file:" else { return nil }
    var rest = word.dropFirst(5)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
      rest = rest.dropFirst(host.count)
    }
    var bytes: [UInt8] = []
    var encoded = Array(rest.utf8)[...]
    while let byte = encoded.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = encoded.popFirst().flatMap(hexadecimalValue(of:)),
        let low = encoded.popFirst().flatMap(hexadecimalValue(of:))
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Splits the text into words as a shell does; `nil` if a quote isn't closed.
  private static func words(of text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var characters = text[...]
    // Appends in place: copying the word for each character of a long text would be slow.
    func add(_ character: Character) {
      if word?.append(character) == nil { word = String(character) }
    }
    while let character = characters.popFirst() {
      switch (character, quote) {
      case ("'", "'"), ("\"", "\""): quote = nil
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case ("\\", nil):
        // A backslash at the end means that the paste was cut.
        guard let next = characters.popFirst() else { return nil }
        add(next)
      case ("\\", "\""):
        guard let next = characters.first else { return nil }
        if "\"\\$`".contains(next) {
          characters.removeFirst()
          add(next)
        } else {
          add("\\")
        }
      case (_, nil) where character.isWhitespace:
        if let done = word { words.append(done) }
        word = nil
      default: add(character)
      }
    }
    guard quote == nil else { return nil }
    if let done = word { words.append(done) }
    return words
  }

  /// Splits a line of unquoted paths that may contain blanks: each path begins at the root.
  private static func pathsWithBlanks(_ line: String) -> [String] {
    var paths: [String] = []
    for part in line.split(separator: " ", omittingEmptySubsequences: false) {
      if paths.isEmpty || part.hasPrefix("/") || part.hasPrefix("file:") {
        paths.append(String(part))
      } else {
        paths[paths.count - 1] += " " + part
      }
    }
    return paths.map { String($0.trimmed) }
  }

  /// Removes the quotes that a terminal put around a path without escaping those in it.
  private static func unwrapped(_ line: String) -> String {
    guard line.count > 2, let first = line.first, "'\"".contains(first), line.last == first else {
      return line
    }
    return String(line.dropFirst().dropLast())
  }
}
