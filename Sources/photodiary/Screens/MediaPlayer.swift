import DiaryCore
import System

/// Plays films and recordings: by a command of the person's own, else by mpv. It is given an open file, which
/// it can't change, and of which an encrypted diary leaves nothing on the disk.
struct MediaPlayer {
  let opener: any AssetOpener
  let settings: SettingsFile

  /// What it is called by.
  private struct Program {
    let name: String
    let helper: HelperProgram
    /// What goes before the file.
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

  /// Whether there is a program to play with.
  var isThere: Bool { program != nil }

  private static var hasDesktop: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { Environment[$0]?.isEmpty == false }
  }

  /// Begins it in a window, or says that it needs the terminal; `nil` where there is no player, or where the
  /// file is no film or recording by its first bytes: a playlist would have a player open what it names.
  func play(_ file: NamedFile, at path: String) async throws(PhotoActionError) -> MediaPlayback? {
    guard let program, isMedia(file, path) else { return nil }
    guard Self.hasDesktop else { return .needsTerminal }
    let input = try open(file, path)
    defer { input.close() }
    let options = program.isMPV ? Self.options(file) + ["--no-terminal", "--force-window=yes"] : []
    let isDone = await DesktopViewer.succeeds(
      program.helper, program.arguments + options + ["/dev/fd/0"], input: input)
    guard isDone else { throw .playerFailed(program.name, name: file.name) }
    return .window
  }

  func playOnTerminal(
    _ file: NamedFile, at path: String, as film: TerminalFilm
  ) throws(PhotoActionError) {
    guard let program else { throw .noPlayer }
    let input = try open(file, path)
    defer { input.close() }
    let picture = file.file.type.isRecording ? "--no-video" : "--vo=\(film.rawValue)"
    let options = program.isMPV ? Self.options(file) + [picture] : []
    let spawn = Spawn(
      program.helper.path,
      [program.helper.path] + program.arguments + options + ["/dev/fd/3"],
      files: .only(
        input: .open(.standardInput), output: .open(.standardOutput), errors: .open(.standardError),
        others: [.open(input)]),
      group: .shared)
    let status: ExitStatus?
    do throws(ErrorNumber) {
      // Ctrl-C is for the player while it runs.
      status = try Signal.ignoring([.interrupt, .quit]) { () throws(ErrorNumber) in
        try spawn.start().wait()
      }
    } catch {
      status = nil
    }
    // That it was left early is no failure.
    guard status == .success || status == .exited(4) else {
      throw .playerFailed(program.name, name: file.name)
    }
  }

  private func isMedia(_ file: NamedFile, _ path: String) -> Bool {
    if file.file.type.isPhoto { return MotionPhoto.film(inPhotoAt: path, by: opener) != nil }
    let header = opener.header(of: path, count: MediaContainer.headerSize)
    return MediaContainer(header: header) != nil
  }

  private func open(_ file: NamedFile, _ path: String) throws(PhotoActionError) -> Descriptor {
    do throws(ErrorNumber) {
      return file.file.type.isPhoto ? try openFilm(inPhotoAt: path) : try opener.open(path)
    } catch {
      throw .unreadable(name: file.name)
    }
  }

  /// The film of a motion photo, alone in a file in memory.
  private func openFilm(inPhotoAt path: String) throws(ErrorNumber) -> Descriptor {
    let film = MotionPhoto.film(inPhotoAt: path, by: opener)
    guard let film, film.count <= Self.largestFilm,
      let bytes = opener.reading(path, { _, bytes in bytes(film) }) ?? nil
    else { throw .inputOutput }
    let memory = try Descriptor.memory("film")
    do throws(ErrorNumber) {
      try memory.write(bytes)
      try memory.seek(to: 0)
    } catch {
      memory.close()
      throw error
    }
    return memory
  }

  /// In bytes: they are of seconds.
  private static let largestFilm = 1 << 28

  /// Nothing that a file names is opened, nothing is looked for beside it, and nothing remembered of it.
  private static func options(_ file: NamedFile) -> [String] {
    [
      "--ytdl=no", "--access-references=no", "--sub-auto=no", "--audio-file-auto=no",
      "--resume-playback=no", "--save-position-on-quit=no",
      "--force-media-title=\(file.name.printable)",
    ]
  }
}
