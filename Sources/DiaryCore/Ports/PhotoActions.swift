import Localization

/// What a photo's file tells, and how large it is in bytes.
package struct PhotoFileFacts: Hashable, Sendable {
  package var facts: PhotoFacts
  package var bytes: Int

  package init(facts: PhotoFacts, bytes: Int) {
    self.facts = facts
    self.bytes = bytes
  }
}

/// A photo that is to be copied out of the diary.
package struct PhotoCopyRequest: Hashable, Sendable {
  package var photo: Photo
  /// The folder that it goes to; made if there is none.
  package var folder: String
  package var keepsLocation: Bool

  package init(photo: Photo, folder: String, keepsLocation: Bool) {
    self.photo = photo
    self.folder = folder
    self.keepsLocation = keepsLocation
  }
}

/// Why a photo can't be copied out or be opened elsewhere.
package enum PhotoActionError: Error, Hashable, Sendable {
  /// The photo's own file is gone or can't be read.
  case unreadable(name: String)
  /// It is on another machine, and couldn't be fetched: why, on one line.
  case elsewhere(String)
  case insideStore(folder: String)
  case notAFolder(String)
  /// It isn't certain that a copy would be free of positions.
  case locationStays(name: String)
  case notWritten(path: String, reason: String)
  case noViewer
  case viewerFailed(String)
  case noPlayer
  case playerFailed(String, name: String)
}

/// What can be done with a photo or another file beside looking at it in the diary.
package protocol PhotoActions: Sendable {
  /// `nil` when the file is gone or is no photo.
  func facts(ofPhotoAt path: String) async -> PhotoFileFacts?

  /// Opens a copy of the photo or attachment at a path in the desktop's viewer for it, which neither
  /// the terminal nor the diary waits for. Returns once the viewer has been started.
  func open(_ file: NamedFile, at path: String) async throws(PhotoActionError)

  /// Plays a film or a recording in a window of its own, which neither the terminal nor the diary waits
  /// for, or says that it needs the terminal.
  func play(_ file: NamedFile, at path: String) async throws(PhotoActionError) -> MediaPlayback

  /// Plays it on the terminal, which it has for as long, until it ends.
  func playOnTerminal(
    _ file: NamedFile, at path: String, as film: TerminalFilm
  ) throws(PhotoActionError)

  /// Opens the address of a page or a mailbox in the desktop's browser, in the same way.
  func open(address: String) async throws(PhotoActionError)

  /// Removes the copies that were opened of what is gone for good.
  func removeCopies(of assets: Set<AssetID>) async

  /// Copies the photo at a path. Returns the path of the copy, which is a new file.
  func copy(_ request: PhotoCopyRequest, at path: String) async throws(PhotoActionError) -> String
}

extension PhotoActionError {
  /// What happened, and what to do.
  package var line: String {
    switch self {
    case .unreadable(let name):
      localized("Couldn't read \(name.printable) from the diary's assets. Run `photodiary verify`.")
    case .elsewhere(let line): line
    case .insideStore(let folder):
      localized("\(folder.printable) is inside the diary's own folder. Choose another place.")
    case .notAFolder(let path): localized("\(path.printable) isn't a folder. Choose another place.")
    case .locationStays(let name):
      localized(
        """
        Couldn't safely remove the location from \(name.printable), so nothing was copied. Copy it \
        with its location kept.
        """)
    case .notWritten(let path, let reason):
      localized("Couldn't write \(path.printable): \(reason). Nothing was copied.")
    case .noViewer:
      localized(
        "Couldn't open a viewer: install xdg-open or gio. Press w to copy the photo to a folder.")
    case .noPlayer:
      localized("Couldn't play it: install mpv, or set `player` in the settings.")
    case .playerFailed(let program, let name):
      localized("\(program) couldn't play \(name.printable).")
    case .viewerFailed(let program):
      localized(
        "Couldn't open a viewer: \(program) found none for this file, or there is no desktop.")
    }
  }
}

/// How a film or a recording was begun.
package enum MediaPlayback: Hashable, Sendable {
  /// In a window of its own.
  case window
  /// As a copy, in the desktop's program for it.
  case copy
  /// Not yet: there is no desktop, so it needs the terminal.
  case needsTerminal
}

/// How a player draws films in a terminal.
package enum TerminalFilm: String, Hashable, Sendable {
  case kitty, sixel
  case characters = "tct"
}

// MARK: - Photo files

/// What can be read from a photo's file without drawing it.
package struct PhotoFacts: Hashable, Sendable {
  package var type: MediaType
  /// Upright size in pixels, `nil` when unknown.
  package var width: Int?
  package var height: Int?
  /// ISO 8601 in the camera's own time, with an offset when the camera wrote one.
  package var taken: String?
  /// The reason why the photo can't be drawn, or not all of it; `nil` when it can.
  package var problem: PictureProblem?
  /// What a Live Photo has in common with its film.
  package var contentIdentifier: String?
  package var details: PhotoDetails

  package init(
    type: MediaType, width: Int? = nil, height: Int? = nil, taken: String? = nil,
    problem: PictureProblem? = nil, contentIdentifier: String? = nil,
    details: PhotoDetails = PhotoDetails()
  ) {
    self.type = type
    self.width = width
    self.height = height
    self.taken = taken
    self.problem = problem
    self.contentIdentifier = contentIdentifier
    self.details = details
  }
}

/// The reason why a file that is a photo can't be shown as one, or only in part.
package enum PictureProblem: String, Error, Hashable, Sendable {
  case undecodableType = "undecodable-type"
  case damaged
  /// It's shown as far as it goes: the rest of the file is missing or broken.
  case incomplete
  case tooLarge = "too-large"
  /// Decoding it was ended: it took more time or memory than a photo may.
  case tooCostly = "too-costly"
  /// The asset's file is gone or can't be opened.
  case missing
  /// The picture program is missing, failed or took too long.
  case unavailable
  /// There is no program that takes frames from films.
  case noFilmProgram = "no-film-program"
}

/// Looks into photo files: the port through which the diary asks for sizes and dates.
package protocol PhotoInspector: Sendable {
  /// Throws `DiaryError.photo` when the file can't be read or is no image.
  func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts

  /// What the headers of files tell, in their order, without decoding any: quick, but whether a
  /// photo can be drawn isn't known. `nil` for what is no photo or can't be read.
  func headers(ofPhotosAt paths: [String]) async -> [PhotoFacts?]
}

extension PhotoInspector {
  /// Looks into one file after the other.
  package func headers(ofPhotosAt paths: [String]) async -> [PhotoFacts?] {
    var headers: [PhotoFacts?] = []
    for path in paths { headers.append(try? await facts(ofPhotoAt: path)) }
    return headers
  }
}
