import Foundation
import TestSupport
import Testing

/// Operations on a diary, each with the diary that it needs.
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

  /// The minimum numbers of calls, by which a tracer that misses some is detected.
  var leastCalls: [String: Int] {
    var calls = callsWithFacilities
    if !Facilities.has("syncfs"), calls.removeValue(forKey: "syncfs") != nil {
      calls["fsync", default: 0] += 4
    }
    // Renames without replacing are replaced by links.
    if !Facilities.has("rename-noreplace") { calls["rename"] = nil }
    return calls
  }

  private var callsWithFacilities: [String: Int] {
    switch self {
    case .firstAdd:
      // Folders: diary, assets, log, state, the photo's, the device's. Files: FORMAT.txt,
      // owner.json, device, photo, index.json, and the log, which isn't renamed.
      ["mkdir": 6, "openat": 12, "write": 6, "fsync": 16, "rename": 5, "close": 12]
    case .upgrade:
      // FORMAT.txt, the device's keys, the note of unfinished lines, the log, the index. The file
      // of journals is removed.
      ["mkdir": 1, "openat": 10, "write": 5, "fsync": 9, "rename": 3, "unlink": 2, "close": 10]
    case .add:
      // The photo: file, its folder, the folder's folder. The log.
      ["mkdir": 1, "openat": 6, "write": 2, "fsync": 4, "rename": 1, "close": 6]
    case .edit, .delete, .restore, .journal: ["openat": 4, "write": 1, "fsync": 1, "close": 4]
    case .deleteSeveral, .restoreSeveral, .restoreVersions, .renameTag, .renameJournal,
      .mergeJournals, .deleteJournal:
      // The note of unfinished lines: file, name, folder. The log. The note is removed.
      ["openat": 6, "write": 2, "fsync": 4, "rename": 1, "unlink": 1, "close": 6]
    case .importing:
      // Two photos, the log, the index.
      ["mkdir": 2, "openat": 10, "write": 4, "fsync": 9, "rename": 3, "close": 10]
    case .emptyTrash:
      // The old index and a photo are removed; two logs and the index are written.
      ["openat": 8, "write": 3, "fsync": 7, "rename": 3, "unlink": 2, "close": 8]
    case .missingIndex:
      // The index is rebuilt from the logs.
      ["openat": 6, "write": 2, "fsync": 3, "rename": 1, "close": 6]
    case .longTail: ["openat": 6, "write": 2, "fsync": 3, "rename": 1, "close": 6]
    case .export:
      // Three texts, a photo, the list of files.
      ["mkdir": 3, "openat": 8, "write": 5, "syncfs": 1, "fsync": 1, "rename": 1, "close": 8]
    case .updateExport:
      // The list of files, a new text and photo, a changed text, the list again.
      ["mkdir": 1, "openat": 8, "write": 5, "syncfs": 2, "rename": 5, "unlink": 1, "close": 8]
    case .backup:
      // The logs, texts, photos, index and list. The second photo is linked; the list, the backup
      // and the older backup are renamed.
      [
        "mkdir": 6, "openat": 14, "write": 7, "link": 1, "syncfs": 1, "fsync": 4, "rename": 3,
        "unlink": 8, "close": 14,
      ]
    }
  }

  var isExport: Bool { self == .export || self == .updateExport }

  /// `true` if the diary doesn't change.
  var isCopy: Bool { isExport || self == .backup }

  /// `true` if a stop may leave some entries done.
  var isPiecemeal: Bool { self == .emptyTrash }

  // MARK: The diary before

  /// Makes the diary. Returns the arguments of the operation on it or a copy.
  func prepare(_ place: Place) throws -> @Sendable (Place) -> [String] {
    for photo in SamplePhoto.allCases { try place.folder.write(photo.bytes(), to: photo.name) }
    if self == .upgrade {
      try OldStore.copy(to: place.store, device: place.device)
    } else if self != .firstAdd {
      try fill(place)
    }
    switch self {
    case .firstAdd, .upgrade, .add:
      return { place in
        [
          "add", "새로 쓴 글", "--content", "다리 위에서", "--date", "2026-11-20T08:00+09:00",
          "--tag", "walks", "--photo", place.folder.path(SamplePhoto.green.name),
        ]
      }
    case .edit, .missingIndex, .longTail:
      let id = try place.id("plain")
      if self == .missingIndex { try FileManager.default.removeItem(atPath: place.index) }
      if self == .longTail { try Self.lengthenTail(place) }
      return { _ in ["edit", id, "--title", "changed", "--content", "고친 글"] }
    case .delete:
      let id = try place.id("with a photo")
      return { _ in ["delete", id] }
    case .restore:
      let id = try place.id("with a photo")
      try place.output(["delete", id])
      return { _ in ["restore", id] }
    case .importing:
      try place.folder.write(Self.importedLines, to: "old.jsonl")
      return { ["import", $0.folder.path("old.jsonl")] }
    case .emptyTrash:
      for title in ["plain", "with a photo", "of last year"] {
        try place.output(["delete", try place.id(title)])
      }
      return { _ in ["trash", "--empty"] }
    case .journal: return { _ in ["journals", "add", "여행", "--color", "blue"] }
    case .deleteSeveral, .restoreSeveral:
      let ids = try ["plain", "with a photo", "kept"].map(place.id)
      if self == .deleteSeveral { return { _ in ["delete"] + ids } }
      try place.output(["delete"] + ids)
      return { _ in ["restore"] + ids }
    case .restoreVersions:
      let id = try place.id("plain")
      try place.divide(id)
      try place.output(["delete", id])
      return { _ in ["restore", id] }
    case .renameTag: return { _ in ["tags", "rename", "a", "walks"] }
    case .renameJournal, .mergeJournals, .deleteJournal:
      try Self.moveToJournals(place)
      return { _ in ["journals"] + self.journalArguments }
    case .export, .updateExport:
      if self == .updateExport { try Self.exportAndChange(place) }
      return { ["export", $0.export, "--format", "markdown"] }
    case .backup:
      try Self.backUpAndAdd(place)
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

  private static func moveToJournals(_ place: Place) throws {
    try place.run(["Travel", "Work"].map { ["journals", "add", $0, "--color", "red"] })
    try place.run(
      ["plain", "with a photo", "kept"].map { ["edit", try place.id($0), "--journal", "Travel"] })
  }

  private func fill(_ place: Place) throws {
    let lastYear = "2025-12-30"
    try place.add("of last year", dated: lastYear, "첫눈", on: lastYear)
    try place.add("kept", dated: "2025-12-31", "stays", on: lastYear)
    try place.add("plain", dated: "2026-11-17", "Only text.")
    try place.add("with a photo", dated: "2026-11-18", "안개", photo: .red)
  }

  private static func lengthenTail(_ place: Place) throws {
    let index = try place.folder.read(place.index)
    let text = String(repeating: "A long day. ", count: 8000)
    for day in ["01", "02", "03"] { try place.add("long \(day)", dated: "2026-10-\(day)", text) }
    // The file is replaced, since programs map it.
    try FileManager.default.removeItem(atPath: place.index)
    try place.folder.write(index, to: "home/diary/index.json")
  }

  private static func exportAndChange(_ place: Place) throws {
    try place.output(["export", place.export, "--format", "markdown"])
    try place.add("new one", dated: "2026-11-19", "더", photo: .blue)
    try place.run([
      ["edit", try place.id("plain"), "--content", "Changed since."],
      ["delete", try place.id("kept")],
    ])
  }

  struct Failed: Error { let words: String }

  private static func backUpAndAdd(_ place: Place) throws {
    for day in ["2025-01-31", "2025-02-01"] {
      try place.output(["backup", place.backups], on: day)
    }
    try place.add("new one", dated: "2026-11-19", "더", photo: .blue)
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
