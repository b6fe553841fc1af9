import DiaryCore
import TerminalUI
import Text

/// The durations of videos and recordings in visible entries, and the photos with an embedded
/// video.
struct MediaLengths: Sendable {
  /// The photos that were checked, with the result.
  private var motionPhotos: [AssetID: Bool] = [:]
  /// The durations that were requested; `nil` if unknown.
  private var known: [AssetID: Int?] = [:]

  /// The duration in milliseconds, if known.
  subscript(asset: AssetID) -> Int? { known[asset] ?? nil }

  /// Returns the attachments whose durations must be read, and records the request.
  mutating func request(_ attachments: [Attachment]) -> [Attachment] {
    let missing = attachments.filter {
      ($0.type.isVideo || $0.type.isRecording) && known[$0.asset] == nil
    }
    for attachment in missing { known[attachment.asset] = .some(nil) }
    return missing
  }

  func isMotionPhoto(_ photo: Photo) -> Bool { motionPhotos[photo.asset] ?? false }

  /// Returns the photos that must be checked for a video, and records the request.
  mutating func request(_ photos: [Photo]) -> [Photo] {
    let missing = photos.filter {
      MotionPhoto.isPossible(in: $0.type) && motionPhotos[$0.asset] == nil
    }
    for photo in missing { motionPhotos[photo.asset] = false }
    return missing
  }

  mutating func record(_ lengths: [AssetID: Int], motionPhotos: Set<AssetID>) {
    for (asset, length) in lengths { known[asset] = length }
    for photo in motionPhotos { self.motionPhotos[photo] = true }
  }
}

extension AppState {
  /// Requests the durations of the open entry's files that are on this machine.
  mutating func pendingMediaLengths() -> [Effect] {
    let front = screens.frontFullScreen
    let entry = front?.readEntry ?? (front as? ViewerState)?.entry
    let page = (front as? EditorState)?.page
    let here = (entry?.attachments ?? page?.attachments ?? []).filter {
      !sync.isElsewhere($0.asset)
    }
    let photos = (entry?.photos ?? page?.photos ?? []).filter {
      !sync.isElsewhere($0.asset)
    }
    let missing = (mediaLengths.request(here), mediaLengths.request(photos))
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
        return MotionPhoto.video(inPhotoAt: path, by: context.service.assetOpener) != nil
      }
      return (lengths, Set(motion.map(\.asset)))
    } then: { state, read in
      state.mediaLengths.record(read.0, motionPhotos: read.1)
    }
  }
}

extension AppState {
  /// Returns a picture's video: the file itself, a file beside it, or one embedded in it.
  func video(shownBy picture: Photo, of entry: Entry) -> NamedFile? {
    entry.video(shownBy: picture)?.named
      ?? (mediaLengths.isMotionPhoto(picture) ? picture.named : nil)
  }

  /// Returns an entry's pictures: its photos, and its videos if frames can be extracted.
  func shownPictures(of entry: Entry) -> [Photo] {
    !entry.attachments.isEmpty && showsPhotos && canExtractFrames() ? entry.pictures : entry.photos
  }

  /// Returns the indexes of attachments that aren't shown as pictures.
  func namedAttachments(of entry: Entry) -> [Int] {
    guard !entry.attachments.isEmpty else { return [] }
    let shown = Set(shownPictures(of: entry).map(\.asset))
    let alive = Set(entry.photos.compactMap { entry.video(of: $0)?.asset })
    return entry.attachments.indices.filter { index in
      let attachment = entry.attachments[index]
      return !attachment.type.isVideo
        || !shown.contains(attachment.asset) && !alive.contains(attachment.asset)
    }
  }
}

// MARK: - Playing

extension Effect {
  /// Plays a video or recording, in a window if there is a desktop, otherwise on the terminal.
  static func play(_ file: NamedFile) -> Effect {
    .run(file) { context in
      let path = context.service.path(of: file.file)
      return await Result.of { () async throws(MessageError) in
        try await context.fetched(file)
        return try await context.environment.photoActions.play(file, at: path)
      }
    } thenPerform: { state, result in
      state.toast = nil
      // The file may have been downloaded for this.
      state.sync.isStale = true
      switch result {
      case .success(.needsTerminal):
        return [.playOnTerminal(file, as: state.facts.terminalVideo)]
      case .success(.window): state.toast = localized("Playing \(file.name.printable).")
      case .success(.copy): state.toast = localized("Opened a copy in the desktop's viewer.")
      case .failure(let failure): state.showError(failure.line)
      }
      return []
    }
  }
}

extension Message {
  static func playedOnTerminal(_ failure: MessageError?) -> Message {
    Message(failure) { state in
      if let failure { state.showError(failure.line) }
    }
  }
}

extension AppState {
  /// Plays a file and shows a toast.
  mutating func play(_ file: NamedFile) -> [Effect] {
    toast = localized("Opening \(file.name.printable)…")
    return [.play(file)]
  }

  /// Opens a copy in the desktop's program and shows a toast.
  mutating func openOutside(_ file: NamedFile) -> [Effect] {
    toast = localized("Opening a copy of \(file.name.printable)…")
    return [.openOutside(file)]
  }

  /// Plays a video or recording, and opens a copy of other files.
  mutating func playOrOpen(_ file: NamedFile) -> [Effect] {
    file.file.type.isMedia ? play(file) : openOutside(file)
  }
}

extension TerminalFacts {
  /// The terminal's method for playing videos.
  var terminalVideo: TerminalVideoOutput {
    switch graphics?.method {
    // A player doesn't know about tmux, and tmux handles sixels itself.
    case .kitty: graphics?.isThroughTmux == true ? .characters : .kitty
    case .sixel: .sixel
    case .iterm, nil: .characters
    }
  }
}
