import CSystem
import DiaryApp
import DiaryCore
import Glibc
import Interchange
import Photos

/// A copy of a photo or another file outside the diary: whole, under a name that nothing had, or not there at all.
struct PhotoCopy {
  let file: NamedFile
  let source: String
  /// `nil` to copy every byte.
  let locationRemoval: LocationRemoval?

  init(of file: NamedFile, source: String, locationRemoval: LocationRemoval?) {
    self.file = file
    self.source = source
    self.locationRemoval = locationRemoval
  }

  /// More files of the same name than anyone has.
  private static let mostNames = 10_000

  /// Returns the copy's path.
  func write(to folder: String, mode: mode_t = 0o666) async throws(PhotoDeskFault) -> String {
    let temporary = "\(folder)/.photodiary-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let output = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard output >= 0 else { throw Self.notWritten(folder) }
    defer {
      close(output)
      // Gone already when it has its name.
      unlink(temporary)
    }
    try await fill(output, folder)
    guard fsync(output) == 0 else { throw Self.notWritten(folder) }
    for number in 1...Self.mostNames {
      let path = "\(folder)/\(name(number))"
      if Self.name(temporary, path) { return path }
      guard errno == EEXIST else { throw Self.notWritten(path) }
    }
    throw .notWritten(path: folder, reason: String(cString: strerror(EEXIST)))
  }

  /// Gives the copy a name that nothing has; false with errno when there is none to be had.
  private static func name(_ temporary: String, _ path: String) -> Bool {
    if pd_rename_new(temporary, path) == 0 { return true }
    // Network and user-space file systems can't do that in one step.
    guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) else { return false }
    if link(temporary, path) == 0 { return true }
    if errno == EEXIST { return false }
    // Nor has every one links: the name is taken first, and the copy put in its place.
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    close(file)
    if rename(temporary, path) == 0 { return true }
    let code = errno
    unlink(path)
    errno = code
    return false
  }

  private func fill(_ output: Int32, _ folder: String) async throws(PhotoDeskFault) {
    if let locationRemoval {
      do throws(PictureProblem) {
        try await locationRemoval.copy(photoAt: source, to: output)
      } catch .missing {
        throw .unreadable(name: file.name)
      } catch {
        throw .locationStays(name: file.name)
      }
      return
    }
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .unreadable(name: file.name) }
    defer { close(input) }
    while true {
      let count = sendfile(output, input, nil, 1 << 24)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Self.notWritten(folder) }
      if count == 0 { return }
    }
  }

  /// The file's own name as far as file systems bear it, with the extension of its type: by one that
  /// the name alone claims, a desktop might run it.
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

  private static func notWritten(_ path: String) -> PhotoDeskFault {
    .notWritten(path: path, reason: String(cString: strerror(errno)))
  }
}
