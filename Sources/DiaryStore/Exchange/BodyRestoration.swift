import DiaryCore
import System

/// Puts bodies that are missing or damaged here back into their lines, from lines that arrived from
/// elsewhere.
///
/// Neither a signature nor trust is needed: a line's envelope contains the hash of its body. The
/// caller holds the store's lock and rebuilds the index afterwards.
struct BodyRestoration {
  private let layout: StoreLayout
  /// The arrived lines that have such a body, by their sums.
  private var texts: [ID<Revision>: [UInt8]] = [:]
  /// The devices that wrote these lines.
  private var devices: Set<ID<Device>> = []
  /// The lines that arrived and weren't restored, since a part of their log couldn't be read.
  private(set) var unrestored: Set<ID<Revision>> = []

  /// Finds the arrived lines whose bodies are missing here.
  ///
  /// - Throws: an error if the arrived lines can't be read.
  init(
    _ all: [ArrivedLines], missing: [ID<Device>: [RunTip]], in layout: StoreLayout
  ) throws {
    self.layout = layout
    for arrived in all {
      let wanted = Set(missing[arrived.device] ?? [])
      guard !wanted.isEmpty else { continue }
      for line in arrived.lines where line.hasBody && wanted.contains(line.tip) {
        texts[line.sum] = Array(try arrived.text(of: line))
        devices.insert(arrived.device)
      }
    }
  }

  /// `true` if no body can be put back.
  var isEmpty: Bool { texts.isEmpty }

  /// Rewrites the logs of these lines, each in one rename. Returns the number of restored lines.
  ///
  /// - Throws: an error if a log can't be read or replaced.
  mutating func run(_ removals: StoreRemovals) throws -> Int {
    let reader = LogReader(layout: layout)
    let logs = try reader.logsByDevice().filter { devices.contains($0.key) }.values.joined()
    var count = 0
    for (name, size) in logs {
      // The restored lines by their offsets.
      var found: [Int: [UInt8]] = [:]
      try reader.forEachLine(of: name) { line in
        found[line.place.offset] = try restored(line, removals)
      }
      // An encrypted log isn't replaced while a part of it can't be read.
      guard !found.isEmpty else { continue }
      guard try layout.log(name).copied(0..<size).isWhole else {
        for text in found.values {
          if let sum = text.dropLast().withUnsafeBytes({ RevisionLine.id(of: $0) }) {
            unrestored.insert(sum)
          }
        }
        continue
      }
      if count == 0 {
        // An interruption leaves no index of lines that moved.
        try FileSystem.remove(layout.index)
        try FileSystem.sync(folder: layout.root)
      }
      var file = try LogReplacement(of: layout.log(name))
      try reader.forEachLine(of: name) { line in
        guard let text = found[line.place.offset] else { return try file.add(line) }
        try file.write(text)
      }
      try file.commit()
      count += found.count
    }
    return count
  }

  /// Returns the line with its body and line end, or `nil` if it has a body, none arrived, or a
  /// removal cut it off.
  private func restored(_ line: LogLine, _ removals: StoreRemovals) throws -> [UInt8]? {
    guard !line.isTorn, let text = RevisionLine.id(of: line.bytes).flatMap({ texts[$0] }),
      RevisionLine.lacksBody(line.bytes)
    else { return nil }
    return try text.dropLast().withUnsafeBytes { whole in
      let envelope = RevisionLine.cut(line.bytes) ?? Array(line.bytes)
      guard RevisionLine.cut(whole) == envelope, RevisionLine.bodyState(of: whole) == .sound,
        try !removals.isGone(LogLine(place: line.place, bytes: whole, isTorn: false))
      else { return nil }
      return text
    }
  }
}
