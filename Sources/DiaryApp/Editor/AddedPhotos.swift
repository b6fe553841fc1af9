import DiaryCore
import Localization

/// What came of adding photos to the entry in the editor.
package struct AddedPhotos: Sendable {
  /// The session of writing that they were added in: they come to no other entry.
  package let draft: ID<Draft>
  /// Photos that are in the diary now.
  package var photos: [Photo] = []
  /// Films and recordings that are in the diary now.
  package var attachments: [Attachment] = []
  /// What is to be said of them.
  package var remarks: [String] = []
  package var refused: [String] = []
  /// Entries that have some of them already, by their titles.
  package var entries: [AssetID: String] = [:]
  /// The paste that they came of, if one did.
  package var drop: Int?
  /// Whether they are to stand in the text, where the caret is.
  package var areInText = false

  package init(to draft: ID<Draft>) { self.draft = draft }
}

extension EditorState {
  /// A paste that may be the paths of photos. It stands in the text until that is known.
  struct Drop: Hashable, Sendable {
    let requestID: Int
    let field: Field
    /// Where it begins, in bytes.
    let place: Int
    let text: String
  }

  /// Puts photos into the entry, in place of the paths that were pasted for them.
  mutating func take(_ added: AddedPhotos) {
    let drop = added.drop.flatMap { requestID in drops.first { $0.requestID == requestID } }
    drops.removeAll { $0.requestID == added.drop }
    guard !added.photos.isEmpty || !added.attachments.isEmpty else { return }
    add(added.photos, added.attachments) { page in
      let unplaced = added.photos.filter { photo in
        !page.content.text.contains("](photo:\(photo.asset))")
      }
      let references = unplaced.map(PhotoReference.markdown)
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

  /// What is to be said of photos that came, given the entry's before.
  func words(of added: AddedPhotos, before: [Photo]) -> String? {
    let assets = added.photos.map(\.asset)
    let doubled = Set(assets).filter { asset in before.contains { $0.asset == asset } }
    let fresh = Set(assets).subtracting(doubled)
    var words: [String] = []
    if !fresh.isEmpty || !added.attachments.isEmpty {
      let films = added.attachments.count(where: \.type.isFilm)
      let count = CountWords.media(
        photos: fresh.count, films: films, recordings: added.attachments.count - films)
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
