import DiaryCore
import Localization
import TerminalUI

/// The lengths of films and recordings of the entries in view, and the photos of these entries that have a
/// film in them.
struct MediaLengths: Sendable {
  /// The photos that were checked, with the result.
  private var motionPhotos: [AssetID: Bool] = [:]
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

  func isMotionPhoto(_ photo: Photo) -> Bool { motionPhotos[photo.asset] ?? false }

  /// Which of some photos have to be looked into, which is then noted.
  mutating func request(_ photos: [Photo]) -> [Photo] {
    let missing = photos.filter {
      MotionPhoto.isPossible(in: $0.type) && motionPhotos[$0.asset] == nil
    }
    for photo in missing { motionPhotos[photo.asset] = false }
    return missing
  }

  mutating func take(_ lengths: [AssetID: Int], motionPhotos: Set<AssetID>) {
    for (asset, length) in lengths { known[asset] = length }
    for photo in motionPhotos { self.motionPhotos[photo] = true }
  }
}

extension AppState {
  /// Asks for the lengths of what the entry that is read or written in front has and is here.
  mutating func pendingMediaLengths() -> [Effect] {
    let front = screens.frontWhole
    let entry = front?.readEntry ?? (front as? ViewerState)?.entry
    let page = (front as? EditorState)?.page
    let here = (entry?.attachments ?? page?.attachments ?? []).filter {
      !context.sync.isElsewhere($0.asset)
    }
    let photos = (entry?.photos ?? page?.photos ?? []).filter {
      !context.sync.isElsewhere($0.asset)
    }
    let missing = (context.mediaLengths.request(here), context.mediaLengths.request(photos))
    return missing.0.isEmpty && missing.1.isEmpty ? [] : [.readMediaLengths(missing.0, missing.1)]
  }
}

extension Effect {
  static func readMediaLengths(_ attachments: [Attachment], _ photos: [Photo]) -> Effect {
    .run(attachments, photos) { context in
      var lengths: [AssetID: Int] = [:]
      for attachment in attachments {
        let path = context.service.path(of: attachment.file)
        let length = await context.environment.pictures.length(of: attachment, at: path)
        if let length { lengths[attachment.asset] = length }
      }
      let motion = photos.filter { photo in
        let path = context.service.file(of: photo)
        return MotionPhoto.film(inPhotoAt: path, by: context.service.assetOpener) != nil
      }
      return (lengths, Set(motion.map(\.asset)))
    } then: { state, read in
      state.context.mediaLengths.take(read.0, motionPhotos: read.1)
    }
  }
}

extension ScreenContext {
  /// The film of a picture: it is one, or has one beside it or in its file.
  func film(shownBy picture: Photo, of entry: Entry) -> NamedFile? {
    entry.film(shownBy: picture)?.named
      ?? (mediaLengths.isMotionPhoto(picture) ? picture.named : nil)
  }

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

// MARK: - Playing

extension Effect {
  /// Plays a film or a recording, in a window where there is a desktop, else on the terminal.
  static func play(_ file: NamedFile) -> Effect {
    .run(file) { context in
      let path = context.service.path(of: file.file)
      return await Result.of { () async throws(PhotoActionError) in
        try await context.fetched(file)
        return try await context.environment.photoActions.play(file, at: path)
      }
    } thenPerform: { state, result in
      state.toast = nil
      // It may have been fetched for this.
      state.context.sync.isStale = true
      switch result {
      case .success(.needsTerminal):
        return [.playOnTerminal(file, as: state.context.facts.terminalFilm)]
      case .success(.window): state.toast = localized("Playing \(file.name.printable).")
      case .success(.copy): state.toast = localized("Opened a copy in the desktop's viewer.")
      case .failure(let failure): state.context.showError(failure.line)
      }
      return []
    }
  }
}

extension Message {
  static func playedOnTerminal(_ failure: PhotoActionError?) -> Message {
    Message(failure) { state in
      if let failure { state.context.showError(failure.line) }
    }
  }
}

extension ScreenContext {
  /// Plays it, and says so.
  mutating func play(_ file: NamedFile) -> [Effect] {
    toast = localized("Opening \(file.name.printable)…")
    return [.play(file)]
  }

  /// Opens a copy of it in the desktop's program, and says so.
  mutating func openOutside(_ file: NamedFile) -> [Effect] {
    toast = localized("Opening a copy of \(file.name.printable)…")
    return [.openOutside(file)]
  }

  /// Plays a film or a recording, and opens a copy of anything else.
  mutating func playOrOpen(_ file: NamedFile) -> [Effect] {
    file.file.type.isMedia ? play(file) : openOutside(file)
  }
}

extension TerminalFacts {
  /// What the terminal shows films in.
  var terminalFilm: TerminalFilm {
    switch graphics?.method {
    // A player knows nothing of tmux between it and the terminal; sixels are tmux's own.
    case .kitty: graphics?.isThroughTmux == true ? .characters : .kitty
    case .sixel: .sixel
    case .iterm, nil: .characters
    }
  }
}
