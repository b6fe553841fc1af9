import Text

/// The facts about a photo's file, and its size in bytes.
package struct PhotoFileFacts: Hashable, Sendable {
  package var facts: PhotoFacts
  package var bytes: Int

  package init(facts: PhotoFacts, bytes: Int) {
    self.facts = facts
    self.bytes = bytes
  }
}

/// A request to copy a photo from the diary to a folder.
package struct PhotoCopyRequest: Hashable, Sendable {
  package var photo: Photo
  /// The destination folder, which is created if necessary.
  package var folder: String
  package var keepsLocation: Bool

  package init(photo: Photo, folder: String, keepsLocation: Bool) {
    self.photo = photo
    self.folder = folder
    self.keepsLocation = keepsLocation
  }
}

/// Actions on photos and other files outside of the diary.
package protocol PhotoActions: Sendable {
  /// Returns the facts about a photo's file; `nil` if it is missing or isn't a photo.
  func facts(ofPhotoAt path: String) async -> PhotoFileFacts?

  /// Opens a copy of the photo or attachment at a path in the desktop's viewer. Returns once the
  /// viewer has started.
  ///
  /// - Throws: `MessageError` if the file can't be read or no viewer starts.
  func open(_ file: NamedFile, at path: String) async throws(MessageError)

  /// Plays a video or recording in a separate window, without waiting for it, or returns that it
  /// needs the terminal.
  ///
  /// - Throws: `MessageError` if the file can't be read or no player starts.
  func play(_ file: NamedFile, at path: String) async throws(MessageError) -> MediaPlayback

  /// Plays a video or recording on the terminal. Blocks until it ends.
  ///
  /// - Throws: `MessageError` if the file can't be read or the player fails.
  func playOnTerminal(
    _ file: NamedFile, at path: String, as video: TerminalVideoOutput
  ) throws(MessageError)

  /// Opens the address of a page or mailbox in the desktop's browser, without waiting for it.
  ///
  /// - Throws: `MessageError` if no browser starts.
  func open(address: String) async throws(MessageError)

  /// Removes the opened copies of files that were permanently deleted.
  func removeCopies(of assets: Set<AssetID>) async

  /// Copies the photo at a path to a new file. Returns the copy's path.
  ///
  /// - Throws: `MessageError` if the copy can't be written, or its location can't be removed.
  func copy(_ request: PhotoCopyRequest, at path: String) async throws(MessageError) -> String
}

/// The way in which a video or recording is played.
package enum MediaPlayback: Hashable, Sendable {
  /// In a separate window.
  case window
  /// As a copy, in the desktop's default program.
  case copy
  /// Not started: there is no desktop, so it needs the terminal.
  case needsTerminal
}

/// The way in which a player draws videos on a terminal.
package enum TerminalVideoOutput: String, Hashable, Sendable {
  case kitty, sixel
  case characters = "tct"
}

// MARK: - Photo files

/// The facts about a photo's file that are known without drawing it.
package struct PhotoFacts: Hashable, Sendable {
  package var type: MediaType
  /// The upright size in pixels; `nil` if unknown.
  package var width: Int?
  package var height: Int?
  /// ISO 8601 in the camera's time zone, with an offset if the camera stored one.
  package var taken: String?
  /// The reason why the photo can't be shown, or not completely; `nil` if it can.
  package var problem: PictureProblem?
  /// The identifier that a Live Photo shares with its video.
  package var contentIdentifier: String?
  /// `nil` if the photo wasn't decoded, or shows nearly one color.
  package var print: PhotoPrint?
  package var details: PhotoDetails

  package init(
    type: MediaType, width: Int? = nil, height: Int? = nil, taken: String? = nil,
    problem: PictureProblem? = nil, contentIdentifier: String? = nil,
    print: PhotoPrint? = nil, details: PhotoDetails = PhotoDetails()
  ) {
    self.type = type
    self.width = width
    self.height = height
    self.taken = taken
    self.problem = problem
    self.contentIdentifier = contentIdentifier
    self.print = print
    self.details = details
  }
}

/// The reason why a photo can't be shown, or not completely.
package enum PictureProblem: String, Error, Hashable, Sendable {
  case undecodableType = "undecodable-type"
  case damaged
  /// Only a part is shown: the rest of the file is missing or damaged.
  case incomplete
  case tooLarge = "too-large"
  /// Decoding it exceeded the limits on time or memory.
  case tooCostly = "too-costly"
  /// The asset's file is missing or can't be opened.
  case missing
  /// The picture program is missing, failed or timed out.
  case unavailable
  /// No program to extract frames from videos is installed.
  case noVideoProgram = "no-film-program"
}

/// Reads sizes and dates from photos' files.
package protocol PhotoInspector: Sendable {
  /// Returns the facts about a photo's file.
  ///
  /// - Throws: `DiaryError.photo` if the file can't be read or isn't an image.
  func facts(ofPhotoAt path: String) async throws -> PhotoFacts

  /// Returns the facts in the headers of photos, in the order of `paths`, without decoding them.
  /// Quick, but doesn't find out if a photo can be shown. `nil` for files that can't be read or
  /// aren't photos.
  func headers(ofPhotosAt paths: [String]) async -> [PhotoFacts?]
}

extension PhotoInspector {
  /// Reads one file after the other.
  package func headers(ofPhotosAt paths: [String]) async -> [PhotoFacts?] {
    var headers: [PhotoFacts?] = []
    for path in paths { headers.append(try? await facts(ofPhotoAt: path)) }
    return headers
  }
}
