import DiaryCore
import System

/// Unpacks an archive into a folder of its own, and nothing anywhere else: each folder on the way
/// is opened by itself, through no link, and no file that stands there is written to.
struct ArchiveUnpacker: ~Copyable {
  /// A member that wasn't unpacked.
  struct LeftOut: Hashable {
    let name: String
    let failure: ArchiveMemberError
  }

  private let top: Descriptor
  /// The folder that the last file went into: the next one mostly goes there too.
  private var folders: [String] = []
  private var folder: Descriptor
  /// The last file, while it is written.
  private var file: OpenMember?
  private(set) var leftOut: [LeftOut] = []

  private struct OpenMember {
    let name: ArchiveMemberName
    let descriptor: Descriptor
    let modified: Int64?
  }

  /// Unpacks into an open folder.
  init(into folder: Descriptor) throws(ArchiveError) {
    top = folder
    do throws(ErrorNumber) { self.folder = try folder.duplicate() } catch {
      throw .notWritten(reason: error.words)
    }
  }

  deinit {
    folder.close()
    file?.descriptor.close()
  }

  /// Returns whether it came to the end; it doesn't when the task is cancelled. `progress` is given
  /// the bytes of the archive that were read.
  mutating func unpack(
    _ archive: ArchiveParts, progress: (Progress) -> Void
  ) async throws(ArchiveError) -> Bool {
    var part = try await archive.next().get()
    while let current = part, !Task.isCancelled {
      async let next = archive.next()
      do throws(ErrorNumber) {
        for step in current.steps { try perform(step, of: current) }
      } catch {
        throw .notWritten(reason: error.words)
      }
      progress(Progress(.unpacking, Int(current.bytesRead)))
      part = try await next.get()
    }
    endFile()
    return !Task.isCancelled
  }

  private mutating func perform(
    _ step: ArchiveParts.Step, of part: ArchiveParts.Part
  ) throws(ErrorNumber) {
    switch step {
    case .folder(let name):
      endFile()
      if try !enter(name.folders + [name.name]) { leave(name, .duplicate) }
    case .file(let name, let modified):
      endFile()
      try begin(name, modified)
    case .name(let name, let target):
      endFile()
      try link(name, to: target)
    case .write(let range, let offset):
      // Of one that is left out more may come.
      guard let file else { return }
      try file.descriptor.write(part.bytes[range], at: Int(offset))
    case .tooLarge:
      guard let file else { return }
      endFile()
      try? folder.unlink(file.name.name)
      leave(file.name, .tooLarge)
    case .leave(let member):
      endFile()
      leftOut.append(member)
    }
  }

  private mutating func leave(_ name: ArchiveMemberName, _ failure: ArchiveMemberError) {
    leftOut.append(LeftOut(name: name.path, failure: failure))
  }

  private mutating func begin(
    _ name: ArchiveMemberName, _ modified: Int64?
  ) throws(ErrorNumber) {
    guard try enter(name.folders) else { return leave(name, .duplicate) }
    do throws(ErrorNumber) {
      let descriptor = try Descriptor.open(
        name.name, in: folder, [.writeOnly, .create, .exclusive, .noFollow])
      file = OpenMember(name: name, descriptor: descriptor, modified: modified)
    } catch .exists {
      leave(name, .duplicate)
    }
  }

  /// Gives a file that was unpacked before another name. What wasn't unpacked stays out of reach, for
  /// there are no symbolic links in the folder.
  private mutating func link(
    _ name: ArchiveMemberName, to target: ArchiveMemberName
  ) throws(ErrorNumber) {
    guard try enter(target.folders, making: false) else { return leave(name, .link) }
    guard let source = try? folder.duplicate() else { return leave(name, .link) }
    defer { source.close() }
    guard (try? source.status(of: target.name))?.isRegularFile == true else {
      return leave(name, .link)
    }
    guard try enter(name.folders) else { return leave(name, .duplicate) }
    do throws(ErrorNumber) {
      try source.link(target.name, as: name.name, in: folder)
    } catch {
      leave(name, error == .exists ? .duplicate : .link)
    }
  }

  private mutating func endFile() {
    guard let file else { return }
    if let modified = file.modified { file.descriptor.setModified(seconds: Int(modified)) }
    file.descriptor.close()
    self.file = nil
  }

  /// Opens a folder, made with those above it unless it is to be there. `false` when it isn't, or a
  /// file has one of their names.
  private mutating func enter(
    _ path: [String], making: Bool = true
  ) throws(ErrorNumber) -> Bool {
    guard path != folders else { return true }
    do throws(ErrorNumber) {
      var opened = try top.duplicate()
      for name in path {
        let parent = opened
        defer { parent.close() }
        do throws(ErrorNumber) {
          if making { try parent.makeFolder(name, mode: 0o700) }
        } catch .exists {
          // It may be a file, which can't be opened.
        }
        opened = try parent.openFolder(name)
      }
      folder.close()
      folder = opened
      folders = path
      return true
    } catch .notAFolder, .tooManyLinks {
      return false
    } catch .noSuchFile where !making {
      return false
    }
  }
}
