import Crypto
import DiaryCore
import DiaryStore
import System

/// Sends lines that the remote doesn't have.
extension SyncPass {
  /// The bytes sent in one call.
  private static let portion = 16 << 20

  mutating func sendLines() async throws {
    let counts = try await lineCounts()
    var outgoing: [OutgoingSegment] = []
    for device in counts.keys.sorted() {
      // A conflict copy may be incomplete, so it doesn't count.
      let known = (segments.segments[device] ?? []).filter {
        isKnown($0) && $0.name.original == nil
      }
      outgoing += try await repository.outgoingSegments(of: device, excluding: known.map(\.known))
    }
    let count = outgoing.reduce(0) { $0 + $1.lineCount }
    guard !isDryRun else {
      result.sentLines = count
      return
    }
    if !outgoing.isEmpty || result.receivedLines > 0 { memory.needsTidying = true }
    if !outgoing.isEmpty || memory.sent.isEmpty { try await sendOldLogs() }
    var files: [OutgoingFile] = []
    var (size, lines) = (0, 0)
    for (index, segment) in outgoing.enumerated() {
      if let file = try await file(of: segment) { files.append(file) }
      size += segment.size
      lines += segment.lineCount
      guard size > Self.portion || index == outgoing.count - 1 else { continue }
      try await put(segments: files)
      result.sentLines += lines
      progress(Progress(.sending, index + 1, of: outgoing.count, secondaryCount: result.sentBytes))
      (files, size, lines) = ([], 0, 0)
    }
    memory.sent = counts
  }

  /// Makes the remote file of a segment, or `nil` if it can't be named.
  func file(of segment: OutgoingSegment) async throws -> OutgoingFile? {
    let bytes = try sealing.sealed(segment.bytes())
    guard
      let name = SegmentName.path(
        segment.device, segment.numbers, tag: segment.tag, bytes, isPlain: sealing.isPlain)
    else { return nil }
    return OutgoingFile(name, .bytes(bytes))
  }

  /// Sends logs of version 0.1.0, ahead of the line that vouches for them.
  private mutating func sendOldLogs() async throws {
    let old = try await repository.oldLogs()
    let there = Set(
      memory.oldLogs.filter { path, _ in segments.oldLogs.contains { $0.name.path == path } }.values
    )
    for log in old where !there.contains(log.digest.description) {
      let bytes = try await repository.bytes(of: log)
      guard let bytes else { continue }
      let sealed = try sealing.sealed(bytes)
      let tag = String(log.digest.description.prefix(4))
      guard
        let name = SegmentName.path(log.device, 0...0, tag: tag, sealed, isPlain: sealing.isPlain)
      else { continue }
      try await put(segments: [OutgoingFile(name, .bytes(sealed))])
      memory.oldLogs[name.path] = log.digest.description
    }
  }
}

// MARK: -

/// Keeps a remote small: packs many segments into one and removes purged data. Each machine does
/// this only for the segments that it sent itself.
extension SyncPass {
  /// The number of segments of similar size that are packed into one.
  private static let packSize = 16
  /// The size in bytes from which a segment isn't packed any more.
  private static let largestPacked = 4 << 20
  /// The milliseconds for which packed segments stay, since other machines may be fetching them.
  private static let grace: Int64 = 86_400_000

  mutating func tidySegments() async throws {
    guard memory.needsTidying else { return }
    // Forget removed segments, but not this machine's: a listing may lag, or an old copy of the
    // remote may be restored.
    for (path, segment) in memory.segments
    where segment.put == nil && RemoteName(path).map({ listing.files[$0] == nil }) ?? true {
      memory.segments[path] = nil
    }
    // Correct times written while the clock was ahead.
    let time = now()
    for (path, segment) in memory.segments where segment.put.map({ $0 > time }) == true {
      memory.segments[path]?.put = time
    }
    try await removePurged()
    try await pack()
    try await removePacked()
    memory.needsTidying = try await hasPacked()
  }

  private func isFromThisMachine(_ segment: SegmentName) -> Bool {
    memory.segments[segment.name.path]?.put != nil && segment.name.original == nil
  }

  // MARK: Packing

  private mutating func pack() async throws {
    for (device, listed) in segments.segments {
      // Line numbers are unique only in a device with one run.
      if try await repository.isForked(device) { continue }
      var run: [SegmentName] = []
      // Segments contained in a larger one are removed after the grace period.
      for segment in Self.outermost(listed.filter(isFromThisMachine)) {
        let follows = run.last.map { last in
          last.numbers.upperBound + 1 == segment.numbers.lowerBound && level(last) == level(segment)
        }
        if follows != true { run = [] }
        run.append(segment)
        guard run.count == Self.packSize, level(segment) != nil else { continue }
        let numbers = run[0].numbers.lowerBound...segment.numbers.upperBound
        let packed = try await repository.outgoingSegments(of: device, numbers)
        for part in packed {
          if let file = try await file(of: part) { try await put(segments: [file]) }
        }
        run = []
      }
    }
  }

  /// Returns a size class, or `nil` for a segment that isn't packed. Sizes in a class differ by a
  /// factor of 16 at most.
  private func level(_ segment: SegmentName) -> Int? {
    let size = segments.sizes[segment.name] ?? 0
    guard size < Self.largestPacked else { return nil }
    return (Int.bitWidth - (size / 512).leadingZeroBitCount) / 4
  }

  /// Returns the segments that no other one contains.
  private static func outermost(_ segments: [SegmentName]) -> [SegmentName] {
    segments.filter { segment in !segments.contains { $0.holds(segment) } }
  }

  /// Returns this machine's segments of each device with one run: with two, numbers don't identify
  /// lines.
  private func sentSegments() async throws -> [[SegmentName]] {
    var all: [[SegmentName]] = []
    for (device, listed) in segments.segments {
      if try await repository.isForked(device) { continue }
      all.append(listed.filter(isFromThisMachine))
    }
    return all
  }

  /// Returns true if packed segments are still to be removed.
  private func hasPacked() async throws -> Bool {
    try await sentSegments().contains { own in
      own.contains { segment in own.contains { $0.holds(segment) } }
    }
  }

  private mutating func removePacked() async throws {
    let time = now().milliseconds
    var names: [RemoteName] = []
    for own in try await sentSegments() {
      for segment in own {
        let isPacked = own.contains { other in
          other.holds(segment)
            && memory.segments[other.name.path]?.put.map { time - $0.milliseconds > Self.grace }
              == true
        }
        if isPacked { names.append(segment.name) }
      }
    }
    try await remove(names)
  }

  // MARK: Purging

  private mutating func removePurged() async throws {
    let (count, _) = try await repository.removals()
    guard count > memory.removals else { return }
    for (device, listed) in segments.segments {
      for segment in listed where isFromThisMachine(segment) {
        guard let known = memory.segments[segment.name.path], known.removals < count else {
          continue
        }
        let now = try await repository.outgoingSegments(of: device, like: segment.known)
        if now.contains(where: \.isCut) {
          var files: [OutgoingFile] = []
          for part in now { files += [try await file(of: part)].compactMap(\.self) }
          try await put(segments: files)
          // Without encryption, the new file can have the same name.
          if !files.contains(where: { $0.name == segment.name }) {
            try await remove([segment.name])
          }
          for file in files { memory.segments[file.name.path]?.removals = count }
        } else {
          memory.segments[segment.name.path]?.removals = count
        }
      }
    }
    try await removePurgedLogs()
    memory.removals = count
  }

  private mutating func removePurgedLogs() async throws {
    let current = try await repository.oldLogs()
    let digests = Set(current.map(\.digest.description))
    let gone = segments.oldLogs.map(\.name).filter { name in
      memory.segments[name.path]?.put != nil
        && memory.oldLogs[name.path].map { !digests.contains($0) } == true
    }
    try await remove(gone)
  }

  /// Removes purged photos and attachments, and their previews. A remote may list them again later:
  /// a listing can lag, another machine can send them in the meantime, or an old copy of the remote
  /// can be restored.
  mutating func removePurgedFiles() async throws {
    guard memory.removals > 0 else { return }
    let (_, files) = try await repository.removals()
    var assets: [RemoteName: AssetID] = [:]
    for file in files {
      for folder in ["assets", "small", "damaged"] {
        for name in sealing.names(of: file, in: folder) { assets[name] = file.asset }
      }
    }
    // Remove its conflict copies too.
    var names: [RemoteName: AssetID] = [:]
    for name in listing.files.keys where name.isAsset {
      if let asset = assets[name.original ?? name] { names[name] = asset }
    }
    guard !names.isEmpty else { return }
    let wanted = try await repository.references(after: LogPositions())
    let kept = Set(wanted.files.map(\.asset))
    try await remove(names.filter { !kept.contains($0.value) }.map(\.key))
  }
}

extension SegmentName {
  /// Returns true if this segment contains all lines of another one, and more.
  fileprivate func holds(_ other: SegmentName) -> Bool {
    numbers != other.numbers && numbers.lowerBound <= other.numbers.lowerBound
      && other.numbers.upperBound <= numbers.upperBound
  }
}
