import DiaryCore
import System

/// The files of an archive, in a private folder that goes with this value.
final class UnpackedArchive: Sendable {
  /// What was left out.
  let notes: [ImportNote]
  /// What may be unpacked of another archive that is in this one.
  let limitsLeft: ArchiveLimits
  private let firstLeftOut: ArchiveUnpacker.LeftOut?
  private let place: UnpackingFolder

  var path: String { place.folder.path }

  /// Why nothing is there, where all of it was left out.
  var failure: ArchiveError? {
    guard let firstLeftOut, ImportTree(folder: path).allFiles().isEmpty else { return nil }
    return .nothingUnpacked(firstLeftOut.name, firstLeftOut.failure)
  }

  /// Unpacks an archive below a folder, which is made if need be. `nil` when the task was cancelled.
  /// Throws `DiaryError.input`, which calls it `name` if that is given. `progress` is given the bytes
  /// of the archive that were read.
  init?(
    _ path: String, called name: String? = nil, below place: String, limits: ArchiveLimits,
    progress: (Progress) -> Void
  ) async throws(DiaryError) {
    let archive = name ?? path
    let file: SourceFile
    do throws(SystemError) {
      file = try SourceFile(path, [.readOnly, .nonBlocking])
    } catch {
      throw .input(name: archive, .unreadable(reason: error.words))
    }
    let before = Self.state(of: file.descriptor)
    if let count = ArchiveKind.membersClaimed(by: file.descriptor), count > limits.members {
      throw .input(name: archive, .archive(.tooMany(limits.members)))
    }
    let folder: UnpackingFolder
    do throws(DiaryError) {
      folder = try UnpackingFolder(below: place)
    } catch {
      guard case .export(_, .failed(let reason)) = error else { throw error }
      throw .input(name: archive, .archive(.notWritten(reason: reason)))
    }
    let leftOut: [ArchiveUnpacker.LeftOut]
    do throws(ArchiveError) {
      var unpacker = try ArchiveUnpacker(into: folder.folder.descriptor)
      let parts = try ArchiveParts(file.descriptor, limits: limits)
      guard try await unpacker.unpack(parts, progress: progress) else { return nil }
      limitsLeft = await parts.limitsLeft
      leftOut = unpacker.leftOut
    } catch {
      throw .input(name: archive, .archive(error))
    }
    guard Self.state(of: file.descriptor) == before else { throw .input(name: archive, .changed) }
    firstLeftOut = leftOut.first
    notes = leftOut.map { ImportNote(.file($0.name), .member($0.failure)) }
    self.place = folder
  }

  /// What changes when somebody writes to a file.
  private static func state(of descriptor: Descriptor) -> [Int] {
    guard let status = try? descriptor.status() else { return [] }
    return [status.size, status.modified.seconds, status.modified.nanoseconds]
  }
}

/// A private folder for what an archive holds, that goes with this value. What a program that was
/// killed left of this kind goes when the next one is made.
struct UnpackingFolder: ~Copyable {
  private static let prefix = "unpacked-"

  private let place: LockedFolder
  var folder: Folder { _read { yield place.folder } }

  /// Makes it below a folder, which is made if need be. Throws `DiaryError.export`.
  init(below place: String) throws(DiaryError) {
    let parent = try Folder.making(place)
    StaleFiles.remove(from: parent, named: Self.isOne)
    let name = Self.prefix + String(UInt64.random(in: .min ... .max), radix: 16)
    self.place = try LockedFolder(in: parent, called: name)
  }

  static func isOne(_ name: String) -> Bool { name.hasPrefix(prefix) }
}
