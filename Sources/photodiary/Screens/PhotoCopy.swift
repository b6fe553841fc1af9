import DiaryCore
import Interchange
import Photos
import System

/// A copy of a photo or another file outside the diary: whole, under a name that nothing had, or not there at all.
struct PhotoCopy {
  let file: NamedFile
  let source: String
  let opener: any AssetOpener
  /// `nil` to copy every byte.
  let locationRemoval: LocationRemoval?

  /// More files of the same name than anyone has.
  private static let mostNames = 10_000

  /// Returns the copy's path.
  func write(to folder: String, mode: UInt32 = 0o666) async throws(PhotoActionError) -> String {
    let number = UInt32.random(in: 0 ... .max)
    let temporary = "\(folder)/.photodiary-\(ThisProgram.number)-\(number)"
    let output: Descriptor
    output = try Self.writing(
      folder, Descriptor.open(temporary, [.readWrite, .create, .exclusive, .noFollow], mode: mode))
    defer {
      output.close()
      // Gone already when it has its name.
      FileSystem.unlink(temporary)
    }
    try await fill(output, folder)
    try Self.writing(folder, output.sync())
    for number in 1...Self.mostNames {
      let path = "\(folder)/\(name(number))"
      let isNamed = try Self.writing(path, Self.name(temporary, path))
      if isNamed { return path }
    }
    throw .notWritten(path: folder, reason: ErrorNumber.exists.words)
  }

  /// Gives the copy a name, unless something has that.
  private static func name(_ temporary: String, _ path: String) throws(ErrorNumber) -> Bool {
    do throws(ErrorNumber) {
      try FileSystem.renameNew(temporary, to: path)
      return true
    } catch .exists {
      return false
    } catch {
      // Network and user-space file systems can't do that in one step.
      guard [.invalid, .notImplemented, .notSupported].contains(error) else { throw error }
    }
    // Nor has every one links: the name is taken first, and the copy put in its place.
    if (try? FileSystem.link(temporary, as: path)) != nil { return true }
    do throws(ErrorNumber) {
      try Descriptor.open(path, [.writeOnly, .create, .exclusive, .noFollow]).close()
    } catch .exists {
      return false
    }
    do throws(ErrorNumber) {
      try FileSystem.replace(path, by: temporary)
      return true
    } catch {
      FileSystem.unlink(path)
      throw error
    }
  }

  private func fill(_ output: Descriptor, _ folder: String) async throws(PhotoActionError) {
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
    let isRead = try Self.writing(
      folder,
      opener.read(source) { bytes throws(ErrorNumber) in try output.write(bytes) })
    guard isRead else { throw .unreadable(name: file.name) }
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

  private static func writing<Result>(
    _ path: String, _ work: @autoclosure () throws(ErrorNumber) -> Result
  ) throws(PhotoActionError) -> Result {
    do throws(ErrorNumber) { return try work() } catch {
      throw .notWritten(path: path, reason: error.words)
    }
  }
}
