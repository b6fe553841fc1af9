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
