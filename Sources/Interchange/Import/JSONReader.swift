import DiaryCore
import Glibc

/// Reads our own entries, as JSON Lines or as an array, for whoever wants to see first what would
/// come. `JSONImporter` brings the same as it reads, from a pipe too.
struct JSONReader: DiaryReader {
  private let file: String
  private let source: ImportSource
  private let isUnpacked: Bool
  private let descriptor: Descriptor
  private var rows: JSONRows
  private let defaults: EntryDraft.Defaults

  /// Closed when nobody reads any more.
  private final class Descriptor {
    let number: Int32
    init(_ number: Int32) { self.number = number }
    deinit { if number >= 0 { close(number) } }
  }

  /// What is ours is known before any reader is asked.
  static func recognises(_ tree: ImportTree) -> Bool { false }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.init(path: tree.root, isUnpacked: false, defaults: defaults)
  }

  init(path: String, isUnpacked: Bool, defaults: EntryDraft.Defaults) {
    file = FolderPath.split(path).name
    source = .file(path)
    self.isUnpacked = isUnpacked
    self.defaults = defaults
    descriptor = Descriptor(open(path, O_RDONLY | O_CLOEXEC))
    rows = JSONRows(descriptor: descriptor.number)
  }

  mutating func next() throws(DiaryError) -> ReadItem? {
    let row: JSONRows.Row?
    do throws(JSONRows.ReadFailure) {
      row = try rows.next()
    } catch {
      throw .input(
        name: source.name, .unreadable(reason: String(cString: strerror(error.code))))
    }
    guard let row else { return nil }
    do throws(EntryFault) {
      let draft = try EntryDraft(try row.json, line: row.line, defaults: defaults)
      if let fault = draft.fileFault(in: source, isUnpacked: isUnpacked) { throw fault }
      let day = draft.entry.date.day.description
      return .entry(
        ReadEntry(
          place: .entry(file: file, number: row.line, day: day), entry: draft.entry,
          photos: draft.photos.map { $0.found(at: source.resolved($0.path)) },
          attachments: draft.attachments.map { $0.found(at: source.resolved($0.path)) },
          isOwn: true))
    } catch {
      return .note(
        ImportNote(.entry(file: file, number: row.line, day: nil), .refused(error)))
    }
  }
}

extension EntryDraft {
  /// Why one of its files can't be taken: all are looked at first, lest some come and the entry
  /// doesn't. What is unpacked names files beside it alone.
  func fileFault(in source: ImportSource, isUnpacked: Bool) -> EntryFault? {
    let paths = photos.map(\.path) + attachments.map(\.path)
    if isUnpacked, let path = paths.first(where: Self.leadsOut) { return .fileOutside(path) }
    for photo in photos {
      let path = source.resolved(photo.path)
      if let fault = InputFile.fault(of: path) { return .photo(path: path, fault) }
    }
    for attachment in attachments {
      let path = source.resolved(attachment.path)
      if let fault = InputFile.fault(of: path) { return .attachment(path: path, fault) }
    }
    return nil
  }

  /// Whether a path leads out of the folder of what names it.
  private static func leadsOut(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    return path.utf8.first == UInt8(ascii: "/") || parts.contains { $0.elementsEqual("..".utf8) }
  }
}
