import DiaryCore
import System

/// The last line that this machine saved in a diary. It is kept outside of the diary, so that an old copy
/// of the diary, put back from a backup, is noticed: its chain lacks that line.
struct StoreMark: Hashable, Sendable {
  let diary: ID<FoundedDiary>
  let device: ID<Device>
  let tip: RunTip
  /// How many entries the diary had then.
  var entries = 0

  private static let (diaryName, deviceName) = ("diary", "device")
  private static let (lineName, entriesName) = ("line", "entries")

  init(diary: ID<FoundedDiary>, device: ID<Device>, tip: RunTip) {
    (self.diary, self.device, self.tip) = (diary, device, tip)
  }

  init?(_ json: JSONValue) {
    guard let diary = json[Self.diaryName]?.string.flatMap({ ID<FoundedDiary>($0) }),
      let device = json[Self.deviceName]?.string.flatMap({ ID<Device>($0) }),
      let tip = json[Self.lineName]?.array, tip.count == 2, let number = tip[0].integer,
      let sum = tip[1].string.flatMap({ ID<Revision>($0) })
    else { return nil }
    self.init(diary: diary, device: device, tip: RunTip(number, sum))
    entries = json[Self.entriesName]?.integer ?? 0
  }

  var json: JSONValue {
    [
      Self.diaryName: .string(diary.description), Self.deviceName: .string(device.description),
      Self.lineName: .array([.integer(tip.number), .string(tip.sum.description)]),
      Self.entriesName: .integer(entries),
    ]
  }
}

extension DeviceFile {
  /// Where the mark of the store is kept.
  private var markPath: String {
    Path.join(Path.join(Path.parent(path), "marks"), layout.key + ".json")
  }

  /// In bytes; more than any mark has.
  private static let markLength = 512

  /// Reads the mark of the store; `nil` if there is none that can be read.
  func mark() -> StoreMark? {
    guard let file = try? OpenFile.reading(markPath),
      let bytes = try? file.bytes(from: 0, atMost: Self.markLength),
      let json = try? JSONParser.parse(bytes)
    else { return nil }
    return StoreMark(json)
  }

  /// Writes the mark of the store, always of one length and without waiting for the disk: after a power
  /// cut an earlier one does as well. A failure is no fault of the save.
  func keep(_ mark: StoreMark) {
    let bytes = JSONWriter.bytes(mark.json)
    guard bytes.count < Self.markLength else { return }
    try? FileSystem.makeFolders(Path.parent(markPath))
    guard let file = try? OpenFile(markPath, [.writeOnly, .create]) else { return }
    let padding = [UInt8](repeating: UInt8(ascii: " "), count: Self.markLength - 1 - bytes.count)
    try? file.descriptor.write((bytes + padding + [0x0A])[...], at: 0)
  }

  /// Notes in the mark how many entries the diary has now, of which others may have come from a remote.
  func noteEntries(_ count: Int) {
    guard var mark = mark(), mark.entries != count else { return }
    mark.entries = count
    keep(mark)
  }

  /// Removes the mark of the store.
  func removeMark() { FileSystem.unlink(markPath) }

  /// - Throws: `StoreError.gone` when this machine saved something in the diary, and its folder has no logs,
  ///   unless it is being cloned again.
  func requireNotGone() throws(DiaryError) {
    guard !FileSystem.isFolder(layout.logs), !isCloning, let mark = mark() else { return }
    throw .store(path: layout.root, .gone(entries: mark.entries))
  }

  /// Is there while the store is being cloned and the diary's beginning isn't in it.
  private var cloningPath: String { markPath.replacing(".json", with: ".cloning") }

  var isCloning: Bool {
    get { FileSystem.exists(cloningPath) }
    nonmutating set {
      guard newValue else { return FileSystem.unlink(cloningPath) }
      FileSystem.makeFoldersAsCan(Path.parent(cloningPath))
      _ = try? OpenFile(cloningPath, [.writeOnly, .create])
    }
  }
}
