import DiaryCore
import System

/// The sums of lines that were taken out of a device's logs and that others name as the ones before
/// them: by emptying the trash, or by a repair. Each device writes its own file only.
struct RemovedLines {
  /// Why a line isn't there any more.
  enum Reason: String {
    case trash
    /// It was damaged or gone when a repair found out.
    case repair
  }

  private(set) var reasons: [ID<Revision>: Reason] = [:]

  private static let listName = "removed"

  init() {}

  /// Those of a device. A file that can't be read says nothing.
  init(of device: String, in layout: StoreLayout) {
    guard let file = try? OpenFile.reading(layout.removedLines(of: device)),
      let bytes = try? file.bytes(from: 0), let json = try? JSONParser.parse(bytes)
    else { return }
    for line in json[Self.listName]?.array ?? [] {
      guard let sum = line["sum"]?.string.flatMap({ ID<Revision>($0) }) else { continue }
      reasons[sum] = line["by"]?.string.flatMap(Reason.init) ?? .repair
    }
  }

  /// Those of all devices.
  init(in layout: StoreLayout) throws(DiaryError) {
    for name in try FileSystem.names(in: layout.chains) where name.hasSuffix(".json") {
      reasons.merge(RemovedLines(of: String(name.dropLast(5)), in: layout).reasons) { $1 }
    }
  }

  mutating func add(_ sums: some Sequence<ID<Revision>>, by reason: Reason) {
    for sum in sums { reasons[sum] = reason }
  }

  /// Puts them there. When this returns, they survive a power cut.
  func write(of device: String, to layout: StoreLayout) throws(DiaryError) {
    let lines = reasons.sorted { $0.key < $1.key }.map { sum, reason in
      JSONWriter.bytes(
        .object([
          JSONMember("sum", .string(sum.description)), JSONMember("by", .string(reason.rawValue)),
        ]))
    }
    let text =
      Array("{\"\(Self.listName)\":[\n".utf8) + lines.joined(separator: ",\n".utf8)
      + Array("\n]}\n".utf8)
    try FileSystem.makeFolders(layout.chains)
    try DurableFile.write(text, to: layout.removedLines(of: device))
  }
}
