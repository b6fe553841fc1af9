import DiaryCore
import DiaryStore
import Foundation
import System
import TestSupport
import Testing

/// What a person does to a diary, each with the diary that it is done to.
enum Operation: String, CaseIterable, CustomTestStringConvertible {
  case firstAdd = "the first save, into no diary at all"
  case upgrade = "the first save into a diary of version 0.1.0"
  case add = "adding with a photo"
  case edit = "editing"
  case delete = "deleting"
  case restore = "restoring"
  case importing = "importing"
  case emptyTrash = "emptying the trash"
  case missingIndex = "a save that makes the index"
  case longTail = "a save that rewrites the index"
  case journal = "making a journal"
  case deleteSeveral = "deleting several"
  case restoreSeveral = "restoring several"
  case restoreVersions = "restoring one with two versions"
  case renameTag = "renaming a tag"
  case renameJournal = "renaming a journal"
  case mergeJournals = "merging a journal into another"
  case deleteJournal = "deleting a journal with its entries"
  case export = "exporting"
  case updateExport = "bringing an export up to date"
  case backup = "a backup that removes an older one"

  var testDescription: String { rawValue }

  /// The calls that must be among those of a run, and how many at least: what the store and the
  /// exporter can't do without. A tracer that misses some is found out by it.
  var leastCalls: [String: Int] {
    var calls = callsOfFirstWays
    if !Facility.syncingFileSystem.isAvailable, calls.removeValue(forKey: "syncfs") != nil {
      calls["fsync", default: 0] += 4
    }
    // A name that nothing has is taken by a link then.
    if !Facility.renamingNew.isAvailable { calls["rename"] = nil }
    return calls
  }

  private var callsOfFirstWays: [String: Int] {
    switch self {
    case .firstAdd:
      // Folders: diary, assets, log, state, the photo's, the device's. Files: FORMAT.txt,
      // owner.json, device, photo, index.json, and the log, which isn't renamed.
      [
        "mkdir": 6, "openat": 12, "write": 6, "fsync": 16, "rename": 5, "close": 12,
      ]
    case .upgrade:
      // FORMAT.txt, and the keys of the device. The note of where the lines begin, the log, the
      // index. The journals' file goes.
      ["mkdir": 1, "openat": 10, "write": 5, "fsync": 9, "rename": 3, "unlink": 2, "close": 10]
    case .add:
      // The photo: file, its folder, the folder's folder. The log.
      ["mkdir": 1, "openat": 6, "write": 2, "fsync": 4, "rename": 1, "close": 6]
    case .edit, .delete, .restore, .journal:
      ["openat": 4, "write": 1, "fsync": 1, "close": 4]
    case .deleteSeveral, .restoreSeveral, .restoreVersions, .renameTag, .renameJournal,
      .mergeJournals, .deleteJournal:
      // The note of where they begin: file, name, folder. The log. The note goes.
      ["openat": 6, "write": 2, "fsync": 4, "rename": 1, "unlink": 1, "close": 6]
    case .importing:
      // Two photos, the log, the index.
      ["mkdir": 2, "openat": 10, "write": 4, "fsync": 9, "rename": 3, "close": 10]
    case .emptyTrash:
      // The old index and a photo go; two logs and the index are written.
      ["openat": 8, "write": 3, "fsync": 7, "rename": 3, "unlink": 2, "close": 8]
    case .missingIndex:
      // The index is made once from the logs to begin with.
      ["openat": 6, "write": 2, "fsync": 3, "rename": 1, "close": 6]
    case .longTail:
      ["openat": 6, "write": 2, "fsync": 3, "rename": 1, "close": 6]
    case .export:
      // Three texts, a photo, the list of files.
      [
        "mkdir": 3, "openat": 8, "write": 5, "syncfs": 1, "fsync": 1, "rename": 1, "close": 8,
      ]
    case .updateExport:
      // The list of files, a new text and photo, a changed text, the list again.
      [
        "mkdir": 1, "openat": 8, "write": 5, "syncfs": 2, "rename": 5, "unlink": 1, "close": 8,
      ]
    case .backup:
      // The backup, log and its device, assets and two in it. Two logs, two texts, a photo, the
      // index and the list; the other photo is linked. The list, the backup and the older one are
      // renamed.
      [
        "mkdir": 6, "openat": 14, "write": 7, "link": 1, "syncfs": 1, "fsync": 4, "rename": 3,
        "unlink": 8, "close": 14,
      ]
    }
  }

  var isExport: Bool { self == .export || self == .updateExport }

  /// Whether it leaves the diary alone.
  var isCopy: Bool { isExport || self == .backup }

  /// Whether it works entry by entry, so that being stopped in the middle leaves some done.
  var isPiecemeal: Bool { self == .emptyTrash }

  // MARK: The diary before

  /// Makes the diary in a place. Returns the arguments that do the operation to it or to a copy.
  func prepare(_ place: Place) async throws -> @Sendable (Place) -> [String] {
    for photo in SamplePhoto.allCases { try place.folder.write(photo.bytes(), to: photo.name) }
    if self == .upgrade {
      try OldStore.copy(to: place.store, device: place.device)
    } else if self != .firstAdd {
      try await fill(place)
    }
    let service = place.service()
    switch self {
    case .firstAdd, .upgrade, .add:
      return { place in
        [
          "add", "새로 쓴 글", "--content", "다리 위에서", "--date", "2026-11-20T08:00+09:00",
          "--tag", "walks", "--photo", place.folder.path(SamplePhoto.green.name),
        ]
      }
    case .edit, .missingIndex, .longTail:
      let id = try await Self.entry("plain", service).id
      if self == .missingIndex { try FileManager.default.removeItem(atPath: place.index) }
      if self == .longTail { try await Self.lengthenTail(place) }
      return { _ in ["edit", id.description, "--title", "changed", "--content", "고친 글"] }
    case .delete:
      let id = try await Self.entry("with a photo", service).id
      return { _ in ["delete", id.description] }
    case .restore:
      let id = try await Self.entry("with a photo", service).id
      _ = try await service.delete(id)
      return { _ in ["restore", id.description] }
    case .importing:
      try place.folder.write(Self.importedLines, to: "old.jsonl")
      return { ["import", $0.folder.path("old.jsonl")] }
    case .emptyTrash:
      for title in ["plain", "with a photo", "of last year"] {
        _ = try await service.delete(Self.entry(title, service).id)
      }
      return { _ in ["trash", "--empty"] }
    case .journal: return { _ in ["journals", "add", "여행", "--color", "blue"] }
    case .deleteSeveral, .restoreSeveral:
      let ids = try await Self.ids(["plain", "with a photo", "kept"], service)
      if self == .deleteSeveral { return { _ in ["delete"] + ids.map(\.description) } }
      for id in ids { _ = try await service.delete(id) }
      return { _ in ["restore"] + ids.map(\.description) }
    case .restoreVersions:
      let entry = try await Self.entry("plain", service)
      for content in ["here", "there"] {
        _ = try await service.update(
          entry.id, to: Self.fields("plain", on: "2026-11-17", content), basedOn: entry.heads)
      }
      _ = try await service.delete(entry.id)
      return { _ in ["restore", entry.id.description] }
    case .renameTag: return { _ in ["tags", "rename", "a", "walks"] }
    case .renameJournal, .mergeJournals, .deleteJournal:
      try await Self.moveToJournals(service)
      return { _ in ["journals"] + self.journalArguments }
    case .export, .updateExport:
      if self == .updateExport { try await Self.exportAndChange(place) }
      return { ["export", $0.export, "--format", "markdown"] }
    case .backup:
      try await Self.backUpAndAdd(place)
      return { ["backup", $0.backups, "--keep", "2m"] }
    }
  }

  private var journalArguments: [String] {
    switch self {
    case .renameJournal: ["rename", "Travel", "여행"]
    case .mergeJournals: ["merge", "Travel", "Work"]
    default: ["delete", "Travel", "--trash"]
    }
  }

  private static func moveToJournals(_ service: DiaryService) async throws {
    for name in ["Travel", "Work"] { _ = try await service.change(.add(name, .red)) }
    let ids = try await ids(["plain", "with a photo", "kept"], service)
    _ = try await service.edit(ids, .move(toJournal: "Travel"))
  }

  private static func ids(
    _ titles: [String], _ service: DiaryService
  ) async throws -> [ID<Entry>] {
    var ids: [ID<Entry>] = []
    for title in titles { ids.append(try await entry(title, service).id) }
    return ids
  }

  private func fill(_ place: Place) async throws {
    let red = place.folder.path(SamplePhoto.red.name)
    let lastYear = try Self.timestamp("2025-12-30T10:00:00.000Z")
    let early = place.service(at: lastYear)
    _ = try await early.add(try Self.fields("of last year", on: "2025-12-30", "첫눈"))
    _ = try await early.add(try Self.fields("kept", on: "2025-12-31", "stays"))
    let service = place.service()
    _ = try await service.add(try Self.fields("plain", on: "2026-11-17", "Only text."))
    let photo = try await service.addPhoto(at: red).photo
    _ = try await service.add(
      try Self.fields("with a photo", on: "2026-11-18", "안개", photos: [photo]))
  }

  private static func lengthenTail(_ place: Place) async throws {
    let index = try place.folder.read(place.index)
    let text = String(repeating: "A long day. ", count: 8000)
    for day in ["01", "02", "03"] {
      let service = place.service()
      _ = try await service.add(try fields("long \(day)", on: "2026-10-\(day)", text))
      await service.finish()
    }
    // Another file in its place, for programs map the one that is there.
    try FileManager.default.removeItem(atPath: place.index)
    try place.folder.write(index, to: "home/diary/index.json")
  }

  private static func exportAndChange(_ place: Place) async throws {
    let result = try place.run(["export", place.export, "--format", "markdown"])
    guard result.status == 0 else { throw Failed(words: result.errorText) }
    let service = place.service()
    let blue = try await service.addPhoto(at: place.folder.path(SamplePhoto.blue.name)).photo
    _ = try await service.add(try fields("new one", on: "2026-11-19", "더", photos: [blue]))
    let plain = try await entry("plain", service)
    var fields = plain.fields
    fields.content = "Changed since."
    _ = try await service.update(plain.id, to: fields)
    _ = try await service.delete(entry("kept", service).id)
  }

  struct Failed: Error { let words: String }

  private static func backUpAndAdd(_ place: Place) async throws {
    for day in ["2025-01-31", "2025-02-01"] {
      guard let date = EntryDate(day + "T08:00:00Z") else { throw Failed(words: day) }
      _ = try StoreBackup(root: place.store).run(to: place.backups, at: date)
    }
    let service = place.service()
    let blue = try await service.addPhoto(at: place.folder.path(SamplePhoto.blue.name)).photo
    _ = try await service.add(try fields("new one", on: "2026-11-19", "더", photos: [blue]))
  }

  private static func entry(_ title: String, _ service: DiaryService) async throws -> Entry {
    guard let entry = try await service.entries().first(where: { $0.title == title }) else {
      throw Failed(words: title)
    }
    return entry
  }

  private static func timestamp(_ text: String) throws -> Timestamp {
    guard let time = Timestamp(text) else { throw Failed(words: text) }
    return time
  }

  static func fields(
    _ title: String, on date: String, _ content: String, photos: [Photo] = []
  ) throws -> EntryFields {
    guard let date = EntryDate(date + "T12:00:00+09:00") else { throw Failed(words: date) }
    return EntryFields(date: date, title: title, content: content, photos: photos, tags: ["a"])
  }

  private static let importedLines = (1...6).map { number in
    let photo =
      switch number {
      case 2: #","photos":["green.png"]"#
      case 5: #","photos":["blue.png","green.png"]"#
      default: ""
      }
    let id = String(repeating: String(number), count: 32)
    return #"{"id":"\#(id)","date":"2024-05-0\#(number)T09:00:00+09:00","title":"옛 글 \#(number)""#
      + photo + "}\n"
  }.joined()
}
