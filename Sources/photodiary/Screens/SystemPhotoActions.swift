import DiaryCore
import Dispatch
import Interchange
import Media
import System
import Text

/// The viewer's actions on a photo's file.
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

  /// Opens a copy, so that no viewer can change the original.
  func open(_ file: NamedFile, at path: String) async throws(MessageError) {
    switch await DesktopViewer.open(try await openedCopy(of: file, at: path)) {
    case .opened: return
    case .noProgram:
      throw MessageError(
        localized(
          "Couldn't open a viewer: install xdg-open or gio. Press w to copy the photo to a folder.")
      )
    case .failed(let program): throw .viewerFailed(program)
    }
  }

  private func openedCopy(
    of file: NamedFile, at path: String
  ) async throws(MessageError) -> String {
    openedCopies.removeOld()
    let folder = openedCopies.newFolder(for: file.file.asset)
    try Self.make(folder, mode: 0o700)
    let copy = PhotoCopy(file: file, source: path, opener: opener, locationRemoval: nil)
    return try await copy.write(to: folder, mode: 0o400)
  }

  func play(_ file: NamedFile, at path: String) async throws(MessageError) -> MediaPlayback {
    if let playback = try await player.play(file, at: path) { return playback }
    switch await DesktopViewer.open(try await openedCopy(of: file, at: path)) {
    case .opened: return .copy
    case .noProgram: throw .noPlayer
    // The desktop has no program for this type, like most without mpv.
    case .failed where !player.isAvailable: throw .noPlayer
    case .failed(let program): throw .viewerFailed(program)
    }
  }

  func playOnTerminal(
    _ file: NamedFile, at path: String, as video: TerminalVideoOutput
  ) throws(MessageError) {
    try player.playOnTerminal(file, at: path, as: video)
  }

  func open(address: String) async throws(MessageError) {
    switch await DesktopViewer.open(address) {
    case .opened: return
    case .noProgram:
      throw MessageError(localized("Couldn't open a browser: install xdg-open or gio."))
    case .failed:
      throw MessageError(
        localized("Couldn't open a browser: there is no browser or no desktop."))
    }
  }

  func copy(_ request: PhotoCopyRequest, at path: String) async throws(MessageError) -> String {
    // Checked before a folder is created there.
    let folder = Path.resolved(request.folder)
    if Path.contains(Path.resolved(store), folder) {
      throw MessageError(
        localized(
          "\(request.folder.printable) is inside the diary's folder. Choose another place."))
    }
    try Self.make(folder, mode: 0o777)
    let copy = PhotoCopy(
      file: request.photo.named, source: path, opener: opener,
      locationRemoval: request.keepsLocation ? nil : locationRemoval)
    return try await copy.write(to: folder)
  }

  func removeCopies(of assets: Set<AssetID>) async { openedCopies.remove(of: assets) }

  /// Creates a folder and its ancestors.
  private static func make(_ path: String, mode: UInt32) throws(MessageError) {
    do {
      _ = try FileSystem.makeFolders(path, mode: mode)
    } catch {
      if error.number == .notAFolder { throw .notAFolder(path) }
      throw .notWritten(error.path, error.message)
    }
    guard FileSystem.isFolder(path) else { throw .notAFolder(path) }
  }
}

/// The errors of more than one action.
extension MessageError {
  fileprivate static func unreadable(_ name: String) -> MessageError {
    MessageError(
      localized("Couldn't read \(name.printable) from the diary. Run `photodiary verify`."))
  }

  fileprivate static func notAFolder(_ path: String) -> MessageError {
    MessageError(localized("\(path.printable) isn't a folder. Choose another place."))
  }

  fileprivate static func notWritten(_ path: String, _ reason: String) -> MessageError {
    MessageError(localized("Couldn't write \(path.printable): \(reason). Nothing was copied."))
  }

  fileprivate static func viewerFailed(_ program: String) -> MessageError {
    MessageError(
      localized(
        "Couldn't open a viewer: \(program) found none for this file, or no desktop is running."))
  }

  fileprivate static var noPlayer: MessageError {
    MessageError(
      localized("Couldn't play the file: install mpv, or set `player` in the settings."))
  }

  fileprivate static func playerFailed(_ program: String, _ name: String) -> MessageError {
    MessageError(localized("\(program) couldn't play \(name.printable)."))
  }
}

/// The desktop's viewer for a type of file or address. It runs in a session of its own: it
/// continues when the diary ends, and has no access to the terminal.
enum DesktopViewer {
  /// Programs that open files, with the arguments before the path or address.
  private static let programs = [("xdg-open", [String]()), ("gio", ["open"])]

  /// In milliseconds. Programs that show the file themselves keep running; those that pass it on
  /// end within this time.
  private static let patience = 2000

  /// Waits for processes, outside of Swift's thread pool.
  private static let queue = DispatchQueue(label: "photodiary.viewers", attributes: .concurrent)

  enum Result {
    case opened, noProgram
    case failed(program: String)
  }

  static func open(_ target: String) async -> Result {
    var failed: String?
    for (name, arguments) in programs {
      guard let program = HelperProgram.find(name) else { continue }
      if await succeeds(program, arguments + [target]) { return .opened }
      failed = failed ?? name
    }
    return failed.map { .failed(program: $0) } ?? .noProgram
  }

  /// Starts a program. Returns `true` if it succeeds or is still running after `patience`.
  static func succeeds(
    _ program: HelperProgram, _ arguments: [String], input: Descriptor? = nil
  ) async -> Bool {
    guard let process = program.start(arguments, input: input)
    else { return false }
    return await withCheckedContinuation { continuation in
      queue.async {
        let isRunning = process.waitForExit(until: SystemClock.milliseconds + patience) == false
        if isRunning { continuation.resume(returning: true) }
        let status = process.wait()
        if !isRunning { continuation.resume(returning: status == .success) }
      }
    }
  }
}

// MARK: - PhotoCopy

/// A copy of a photo or another file outside of the diary. It is complete and under an unused name,
/// or doesn't exist at all.
struct PhotoCopy {
  let file: NamedFile
  let source: String
  let opener: any AssetOpener
  /// Removes the location; `nil` to copy every byte.
  let locationRemoval: LocationRemoval?

  /// The maximum number of names to try.
  private static let maxNames = 10_000

  /// Writes the copy. Returns its path.
  ///
  /// - Throws: `MessageError` if the original can't be read, its location can't be removed, or
  ///   the copy can't be written.
  func write(to folder: String, mode: UInt32 = 0o666) async throws(MessageError) -> String {
    let number = UInt32.random(in: 0 ... .max)
    let temporary = "\(folder)/.photodiary-\(CurrentProcess.id)-\(number)"
    let output: Descriptor
    output = try Self.writing(
      folder, Descriptor.open(temporary, [.readWrite, .create, .exclusive, .noFollow], mode: mode))
    defer {
      output.close()
      // Fails if it was renamed already.
      FileSystem.unlink(temporary)
    }
    try await fill(output, folder)
    try Self.writing(folder, output.sync())
    for number in 1...Self.maxNames {
      let path = "\(folder)/\(name(number))"
      let isNamed = try Self.writing(path, Self.name(temporary, path))
      if isNamed { return path }
    }
    throw .notWritten(folder, ErrorNumber.exists.message)
  }

  /// Renames the copy. Returns `false` if the name exists.
  private static func name(_ temporary: String, _ path: String) throws(ErrorNumber) -> Bool {
    do {
      try FileSystem.renameNoReplace(temporary, to: path)
      return true
    } catch .exists {
      return false
    } catch {
      // Network and FUSE file systems can't rename without replacing.
      guard [.invalid, .notImplemented, .notSupported].contains(error) else { throw error }
    }
    // Without hard links either: creates the name first, and then replaces it by the copy.
    if (try? FileSystem.link(temporary, as: path)) != nil { return true }
    do {
      try Descriptor.open(path, [.writeOnly, .create, .exclusive, .noFollow]).close()
    } catch .exists {
      return false
    }
    do {
      try FileSystem.replace(path, by: temporary)
      return true
    } catch {
      FileSystem.unlink(path)
      throw error
    }
  }

  private func fill(_ output: Descriptor, _ folder: String) async throws(MessageError) {
    if let locationRemoval {
      do {
        try await locationRemoval.copy(photoAt: source, to: output)
      } catch PictureProblem.missing {
        throw .unreadable(file.name)
      } catch {
        throw MessageError(
          localized(
            """
            Nothing was copied: the location couldn't be removed safely from \
            \(file.name.printable). Copy it with its location instead.
            """))
      }
      return
    }
    let isRead = try Self.writing(
      folder,
      opener.read(source) { bytes throws(ErrorNumber) in try output.write(bytes) })
    guard isRead else { throw .unreadable(file.name) }
  }

  /// Returns the original name as far as file systems permit it, with the extension of the file's
  /// type: with another one, a desktop might run the file.
  func name(_ number: Int) -> String {
    let own = file.name
    var stem = Substring(own)
    var suffix = file.file.type.fileExtension
    if let dot = own.lastIndex(of: "."),
      isOfType(own[own.index(after: dot)...].lowercased())
    {
      stem = own[..<dot]
      suffix = String(own[own.index(after: dot)...])
    }
    let safe = SafeFileName.make(from: String(stem))
    return (safe.isEmpty ? (file.file.type.isPhoto ? "photo" : "file") : safe)
      + (number == 1 ? "" : " \(number)") + "." + suffix
  }

  private func isOfType(_ ending: String) -> Bool {
    file.file.type.isPhoto
      ? MediaType.photoExtensions.contains(ending)
      : file.file.type.isKnown && MediaType(ofFileNamed: ".\(ending)") == file.file.type
  }

  private static func writing<Result>(
    _ path: String, _ work: @autoclosure () throws(ErrorNumber) -> Result
  ) throws(MessageError) -> Result {
    do { return try work() } catch {
      throw .notWritten(path, error.message)
    }
  }
}

// MARK: - OpenedCopies

/// Copies of photos opened in the desktop's viewer, each in a separate folder: an earlier copy may
/// have been changed, or still be loading.
struct OpenedCopies {
  let folder: String

  /// In seconds; a copy is removed after a day.
  private static let maxOpenLength = 86_400

  func newFolder(for asset: AssetID) -> String {
    "\(folder)/\(asset)-\(ID<OpenedCopies>.random())"
  }

  func removeOld() {
    removeAll { _, status in status.modified.seconds < SystemClock.seconds - Self.maxOpenLength }
  }

  /// Removes copies of photos that were permanently deleted from the diary.
  func remove(of assets: Set<AssetID>) {
    if !assets.isEmpty { removeAll { asset, _ in assets.contains(asset) } }
  }

  func removeEverything() { FileSystem.removeTree(folder) }

  private func removeAll(where isUnwanted: (AssetID, FileStatus) -> Bool) {
    for name in (try? FileSystem.names(in: folder)) ?? [] {
      let path = folder + "/" + name
      guard let asset = AssetID(String(name.prefix { $0 != "-" })),
        let status = FileSystem.statusNoFollow(of: path), isUnwanted(asset, status)
      else { continue }
      TemporaryFolder.remove(path)
    }
  }
}

// MARK: - MediaPlayer

/// Plays videos and recordings, with the user's command or mpv. The player gets a read-only open
/// file, so that nothing of an encrypted diary is on disk in clear.
struct MediaPlayer {
  let opener: any AssetOpener
  let settings: SettingsFile

  /// The player's name in messages.
  private struct Program {
    let name: String
    let helper: HelperProgram
    /// The arguments before the file.
    var arguments: [String] = []
    var isMPV = false
  }

  private var program: Program? {
    if let command = settings.known().effective().player {
      return Program(
        name: command, helper: HelperProgram(path: "/bin/sh"),
        arguments: ["-c", command + " \"$@\"", command])
    }
    return HelperProgram.find("mpv").map { Program(name: "mpv", helper: $0, isMPV: true) }
  }

  /// `true` if a player is installed.
  var isAvailable: Bool { program != nil }

  private static var hasDesktop: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { Environment[$0]?.isEmpty == false }
  }

  /// Starts playing in a window. Returns `.needsTerminal` without a desktop, or `nil` if there is
  /// no player or the file isn't media by its first bytes: a playlist could make a player open
  /// other files.
  ///
  /// - Throws: `MessageError` if the file can't be read or the player fails.
  func play(_ file: NamedFile, at path: String) async throws(MessageError) -> MediaPlayback? {
    guard let program, isMedia(file, path) else { return nil }
    guard Self.hasDesktop else { return .needsTerminal }
    let input = try open(file, path)
    defer { input.close() }
    let options = program.isMPV ? Self.options(file) + ["--no-terminal", "--force-window=yes"] : []
    let isDone = await DesktopViewer.succeeds(
      program.helper, program.arguments + options + ["/dev/fd/0"], input: input)
    guard isDone else { throw .playerFailed(program.name, file.name) }
    return .window
  }

  func playOnTerminal(
    _ file: NamedFile, at path: String, as video: TerminalVideoOutput
  ) throws(MessageError) {
    guard let program else { throw .noPlayer }
    let input = try open(file, path)
    defer { input.close() }
    let picture = file.file.type.isRecording ? "--no-video" : "--vo=\(video.rawValue)"
    let options = program.isMPV ? Self.options(file) + [picture] : []
    let spawn = Spawn(
      program.helper.path,
      [program.helper.path] + program.arguments + options + ["/dev/fd/3"],
      files: .only(
        input: .open(.standardInput), output: .open(.standardOutput), errors: .open(.standardError),
        others: [.open(input)]),
      group: .shared)
    let status = try? spawn.runOnTerminal()
    // Status 4 of mpv: the user quit early.
    guard status == .success || status == .exited(4) else {
      throw .playerFailed(program.name, file.name)
    }
  }

  private func isMedia(_ file: NamedFile, _ path: String) -> Bool {
    if file.file.type.isPhoto { return MotionPhoto.video(inPhotoAt: path, by: opener) != nil }
    let header = opener.header(of: path, count: MediaContainer.headerSize)
    return MediaContainer(header: header) != nil
  }

  private func open(_ file: NamedFile, _ path: String) throws(MessageError) -> Descriptor {
    do {
      return file.file.type.isPhoto ? try openVideo(inPhotoAt: path) : try opener.open(path)
    } catch {
      throw .unreadable(file.name)
    }
  }

  /// Opens the video of a motion photo as a file in memory.
  private func openVideo(inPhotoAt path: String) throws(ErrorNumber) -> Descriptor {
    let video = MotionPhoto.video(inPhotoAt: path, by: opener)
    guard let video, video.count <= Self.largestVideo,
      let bytes = opener.withFile(path, { _, bytes in bytes(video) }) ?? nil
    else { throw .inputOutput }
    let memory = try Descriptor.memory("film")
    do {
      try memory.write(bytes)
      try memory.seek(to: 0)
    } catch {
      memory.close()
      throw error
    }
    return memory
  }

  /// In bytes; videos in motion photos last seconds.
  private static let largestVideo = 1 << 28

  /// Returns mpv's options to open no files that a file refers to, look for none beside it, and
  /// remember nothing of it.
  private static func options(_ file: NamedFile) -> [String] {
    [
      "--ytdl=no", "--access-references=no", "--sub-auto=no", "--audio-file-auto=no",
      "--resume-playback=no", "--save-position-on-quit=no",
      "--force-media-title=\(file.name.printable)",
    ]
  }
}
