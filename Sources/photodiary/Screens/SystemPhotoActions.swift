import DiaryCore
import Dispatch
import Interchange
import Photos
import System

/// What the viewer does with a photo's file.
struct SystemPhotoActions: PhotoActions {
  let inspector: any PhotoInspector
  let locationRemoval: LocationRemoval
  let store: String
  let opener: any AssetOpener
  let openedCopies: OpenedCopies
  let player: MediaPlayer

  func facts(ofPhotoAt path: String) async -> PhotoFileFacts? {
    guard let status = FileSystem.status(of: path),
      let facts = await inspector.headers(ofPhotosAt: [path]).first,
      let facts
    else { return nil }
    return PhotoFileFacts(facts: facts, bytes: status.size)
  }

  /// A copy, so that no viewer can change what the diary keeps.
  func open(_ file: NamedFile, at path: String) async throws(PhotoActionError) {
    try await DesktopViewer.open(try await openedCopy(of: file, at: path))
  }

  private func openedCopy(
    of file: NamedFile, at path: String
  ) async throws(PhotoActionError) -> String {
    openedCopies.removeOld()
    let folder = openedCopies.newFolder(for: file.file.asset)
    try Self.make(folder, mode: 0o700)
    let copy = PhotoCopy(file: file, source: path, opener: opener, locationRemoval: nil)
    return try await copy.write(to: folder, mode: 0o400)
  }

  func play(_ file: NamedFile, at path: String) async throws(PhotoActionError) -> MediaPlayback {
    if let playback = try await player.play(file, at: path) { return playback }
    do throws(PhotoActionError) {
      try await open(file, at: path)
      return .copy
    } catch {
      switch error {
      case .noViewer: throw .noPlayer
      // The desktop knows none for this, as most that have no mpv either.
      case .viewerFailed where !player.isThere: throw .noPlayer
      default: throw error
      }
    }
  }

  func playOnTerminal(
    _ file: NamedFile, at path: String, as film: TerminalFilm
  ) throws(PhotoActionError) {
    try player.playOnTerminal(file, at: path, as: film)
  }

  func open(address: String) async throws(PhotoActionError) {
    try await DesktopViewer.open(address)
  }

  func copy(_ request: PhotoCopyRequest, at path: String) async throws(PhotoActionError) -> String {
    // Before a folder is made there.
    let folder = Path.resolved(request.folder)
    if Path.holds(Path.resolved(store), folder) {
      throw .insideStore(folder: request.folder)
    }
    try Self.make(folder, mode: 0o777)
    let copy = PhotoCopy(
      file: request.photo.named, source: path, opener: opener,
      locationRemoval: request.keepsLocation ? nil : locationRemoval)
    return try await copy.write(to: folder)
  }

  func removeCopies(of assets: Set<AssetID>) async { openedCopies.remove(of: assets) }

  /// Makes a folder, and those above it.
  private static func make(_ path: String, mode: UInt32) throws(PhotoActionError) {
    do throws(SystemError) {
      _ = try FileSystem.makeFolders(path, mode: mode)
    } catch {
      if error.number == .notAFolder { throw .notAFolder(path) }
      throw .notWritten(path: error.path, reason: error.words)
    }
    guard FileSystem.isFolder(path) else { throw .notAFolder(path) }
  }
}

/// The desktop's viewer for a kind of file or address, started in a session of its own: it goes on when the
/// diary ends, and has nothing of the terminal.
enum DesktopViewer {
  /// What desktops have for this, each with what goes before the path or address.
  private static let programs = [("xdg-open", [String]()), ("gio", ["open"])]

  /// Programs that show the file themselves run on; those that hand it over end soon. In
  /// milliseconds.
  private static let patience = 2000

  /// Processes wait here.
  private static let queue = DispatchQueue(label: "photodiary.viewers", attributes: .concurrent)

  static func open(_ target: String) async throws(PhotoActionError) {
    var failed: String?
    for (name, arguments) in programs {
      guard let program = HelperProgram.find(name) else { continue }
      if await succeeds(program, arguments + [target]) { return }
      failed = failed ?? name
    }
    if let failed { throw .viewerFailed(failed) }
    throw .noViewer
  }

  /// Whether the program ended well, or goes on.
  static func succeeds(
    _ program: HelperProgram, _ arguments: [String], input: Descriptor? = nil
  ) async -> Bool {
    guard let process = program.start(arguments, input: input, inOwnSession: true)
    else { return false }
    return await withCheckedContinuation { continuation in
      queue.async {
        let goesOn = process.ends(until: SystemClock.milliseconds + patience) == false
        if goesOn { continuation.resume(returning: true) }
        let status = process.wait()
        if !goesOn { continuation.resume(returning: status == .success) }
      }
    }
  }
}
