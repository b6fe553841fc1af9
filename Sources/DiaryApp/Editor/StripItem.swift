import DiaryCore

/// What stands at the foot of an entry that is written: a photo, or another file of it.
enum StripItem: Hashable, Sendable {
  case photo(Photo)
  case file(Attachment)

  /// What is drawn of it; `nil` for what has no picture.
  func picture(in state: ScreenContext) -> Photo? {
    switch self {
    case .photo(let photo): photo
    case .file(let file): file.type.isFilm && state.takesFrames() ? Photo(file) : nil
    }
  }
}

extension EditorState.Page {
  /// Its photos, and after them the films and other files that no photo stands for.
  var stripItems: [StripItem] {
    photos.map(StripItem.photo) + attachments.filter { !photos.stand(for: $0) }.map(StripItem.file)
  }

  var selectedStripItem: StripItem? { stripItems.element(at: selectedItem) }

  /// Its photos, and the films that none stands for.
  var pictures: [Photo] { photos.withFilms(among: attachments) }

  /// Takes one away; with a Live Photo, its film.
  mutating func removeStripItem(at index: Int) {
    let items = stripItems
    guard let item = items.element(at: index) else { return }
    let before = photos
    switch item {
    case .photo: photos.remove(at: index)
    case .file(let file): attachments.removeAll { $0.asset == file.asset }
    }
    attachments.removeAll { before.stand(for: $0) && !photos.stand(for: $0) }
    selectedItem = max(0, min(index, items.count - 2))
  }

  /// Exchanges two that are next to each other. Photos stay before the other files.
  mutating func exchangeStripItems(_ index: Int, _ target: Int) {
    let items = stripItems
    switch (items.element(at: index), items.element(at: target)) {
    case (.photo?, .photo?): photos.swapAt(index, target)
    case (.file(let file)?, .file(let other)?):
      guard let first = attachments.firstIndex(of: file),
        let second = attachments.firstIndex(of: other)
      else { return }
      attachments.swapAt(first, second)
    default: return
    }
    selectedItem = target
  }
}
