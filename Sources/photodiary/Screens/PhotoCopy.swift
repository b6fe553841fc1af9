import CSystem
import DiaryApp
import DiaryCore
import Glibc
import Interchange
import Photos

/// A copy of a photo outside the diary: whole, under a name that nothing had, or not there at all.
struct PhotoCopy {
  let photo: Photo
  let source: String
  /// `nil` to copy every byte.
  let locationRemoval: LocationRemoval?

  /// More files of the same name than anyone has.
  private static let mostNames = 10_000

  /// Returns the copy's path.
  func write(to folder: String, mode: mode_t = 0o666) async throws(PhotoDeskFault) -> String {
    let temporary = "\(folder)/.photodiary-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let file = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else { throw Self.notWritten(folder) }
    defer {
      close(file)
      // Gone already when it has its name.
      unlink(temporary)
    }
    try await fill(file, folder)
    guard fsync(file) == 0 else { throw Self.notWritten(folder) }
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

  private func fill(_ file: Int32, _ folder: String) async throws(PhotoDeskFault) {
    if let locationRemoval {
      do throws(PictureProblem) {
        try await locationRemoval.copy(photoAt: source, to: file)
      } catch .missing {
        throw .unreadable(name: photo.name)
      } catch {
        throw .locationStays(name: photo.name)
      }
      return
    }
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .unreadable(name: photo.name) }
    defer { close(input) }
    while true {
      let count = sendfile(file, input, nil, 1 << 24)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Self.notWritten(folder) }
      if count == 0 { return }
    }
  }

  /// The photo's own name as far as file systems bear it, with the extension of its type.
  func name(_ number: Int) -> String {
    let own = photo.name
    var stem = Substring(own)
    var suffix = photo.type.fileExtension
    if let dot = own.lastIndex(of: "."),
      MediaType.photoExtensions.contains(own[own.index(after: dot)...].lowercased())
    {
      stem = own[..<dot]
      suffix = String(own[own.index(after: dot)...])
    }
    let safe = SafeFileName.make(from: String(stem))
    return (safe.isEmpty ? "photo" : safe) + (number == 1 ? "" : " \(number)") + "." + suffix
  }

  private static func notWritten(_ path: String) -> PhotoDeskFault {
    .notWritten(path: path, reason: String(cString: strerror(errno)))
  }
}
