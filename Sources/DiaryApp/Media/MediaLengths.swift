import DiaryCore

/// How long the films and recordings are that entries in view have.
struct MediaLengths: Sendable {
  /// Those that were asked for; `nil` where nobody could tell.
  private var known: [AssetID: Int?] = [:]

  /// In milliseconds.
  subscript(asset: AssetID) -> Int? { known[asset] ?? nil }

  /// Which of some attachments have to be asked for, which is then noted.
  mutating func request(_ attachments: [Attachment]) -> [Attachment] {
    let missing = attachments.filter {
      ($0.type.isFilm || $0.type.isRecording) && known[$0.asset] == nil
    }
    for attachment in missing { known[attachment.asset] = .some(nil) }
    return missing
  }

  mutating func take(_ lengths: [AssetID: Int]) {
    for (asset, length) in lengths { known[asset] = length }
  }
}

extension AppState {
  /// Asks for the lengths of what the entry that is read or written in front has and is here.
  mutating func pendingMediaLengths() -> [Effect] {
    let front = screens.frontWhole
    let entry = front?.readEntry ?? (front as? ViewerState)?.entry
    let attachments = entry?.attachments ?? (front as? EditorState)?.page.attachments ?? []
    guard !attachments.isEmpty else { return [] }
    let here = attachments.filter { !context.sync.isElsewhere($0.asset) }
    let missing = context.mediaLengths.request(here)
    return missing.isEmpty ? [] : [.readMediaLengths(missing)]
  }
}

extension Effect {
  static func readMediaLengths(_ attachments: [Attachment]) -> Effect {
    .run(attachments) { context in
      var lengths: [AssetID: Int] = [:]
      for attachment in attachments {
        let path = context.service.path(of: attachment.file)
        let length = await context.environment.pictures.length(of: attachment, at: path)
        if let length { lengths[attachment.asset] = length }
      }
      return lengths
    } then: { state, lengths in
      state.context.mediaLengths.take(lengths)
    }
  }
}

extension ScreenContext {
  /// What is shown of an entry as pictures: its photos, and its films where frames can be taken from them.
  func shownPictures(of entry: Entry) -> [Photo] {
    !entry.attachments.isEmpty && showsPhotos && takesFrames() ? entry.pictures : entry.photos
  }

  /// The attachments that stand in no picture, by their places in the entry.
  func namedAttachments(of entry: Entry) -> [Int] {
    guard !entry.attachments.isEmpty else { return [] }
    let shown = Set(shownPictures(of: entry).map(\.asset))
    let alive = Set(entry.photos.compactMap { entry.film(of: $0)?.asset })
    return entry.attachments.indices.filter { index in
      let attachment = entry.attachments[index]
      return !attachment.type.isFilm
        || !shown.contains(attachment.asset) && !alive.contains(attachment.asset)
    }
  }
}
