import DiaryCore
import DiaryKeys
import DiaryStore
import System

/// Bringing lines to a remote that it lacks.
extension SyncPass {
  /// In bytes, of what is put at once.
  private static let portion = 16 << 20

  mutating func sendLines() async throws(SyncFailure) {
    let counts = try await lineCounts()
    var outgoing: [OutgoingSegment] = []
    for device in counts.keys.sorted() {
      // A copy that a synchronizing program made may be of half a file.
      let known = (segments.segments[device] ?? []).filter {
        isKnown($0) && $0.name.original == nil
      }
      outgoing += try await SyncFailure.diary(
        await repository.outgoingSegments(of: device, besides: known.map(\.known)))
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
      progress(Progress(.sending, index + 1, of: outgoing.count, besides: result.sentBytes))
      (files, size, lines) = ([], 0, 0)
    }
    memory.sent = counts
  }

  /// The file of a segment.
  func file(of segment: OutgoingSegment) async throws(SyncFailure) -> OutgoingFile? {
    let bytes = try sealing.sealed(try await SyncFailure.diary(segment.bytes()))
    guard
      let name = SegmentName.path(
        segment.device, segment.numbers, tag: segment.tag, bytes, isPlain: sealing.isPlain)
    else { return nil }
    return OutgoingFile(name, .bytes(bytes))
  }

  /// What version 0.1.0 has written, before the line that vouches for it.
  private mutating func sendOldLogs() async throws(SyncFailure) {
    let old = try await SyncFailure.diary(await repository.oldLogs())
    let there = Set(
      memory.oldLogs.filter { path, _ in segments.oldLogs.contains { $0.name.path == path } }.values
    )
    for log in old where !there.contains(log.digest.description) {
      let bytes = try await SyncFailure.diary(await repository.bytes(of: log))
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

/// Keeping a remote small: many segments become one, and what was removed for good goes there, too. Each
/// machine does that to what it has put there itself.
extension SyncPass {
  /// How many segments of one size become one.
  private static let packSize = 16
  /// In bytes: such a segment stays as it is.
  private static let largestPacked = 4 << 20
  /// Milliseconds for which others may still be fetching what was packed.
  private static let grace: Int64 = 86_400_000

  mutating func tidySegments() async throws(SyncFailure) {
    guard memory.needsTidying else { return }
    // Forget what has gone. What this machine has put there may be there all the same: a listing may lag,
    // and an old copy of the remote come back.
    for (path, segment) in memory.segments
    where segment.put == nil && RemoteName(path).map({ listing.files[$0] == nil }) ?? true {
      memory.segments[path] = nil
    }
    // A clock that was ahead is right again.
    let time = now()
    for (path, segment) in memory.segments where segment.put.map({ $0 > time }) == true {
      memory.segments[path]?.put = time
    }
    try await removePurged()
    try await pack()
    try await removePacked()
    memory.needsTidying = try await hasPacked()
  }

  private func isOwn(_ segment: SegmentName) -> Bool {
    memory.segments[segment.name.path]?.put != nil && segment.name.original == nil
  }

  // MARK: Packing

  private mutating func pack() async throws(SyncFailure) {
    for (device, listed) in segments.segments {
      // Those of one run alone follow one another by their numbers.
      if try await SyncFailure.diary(await repository.isForked(device)) { continue }
      var run: [SegmentName] = []
      // Those that stand in a larger one wait for their day to go.
      for segment in Self.outermost(listed.filter(isOwn)) {
        let follows = run.last.map { last in
          last.numbers.upperBound + 1 == segment.numbers.lowerBound && level(last) == level(segment)
        }
        if follows != true { run = [] }
        run.append(segment)
        guard run.count == Self.packSize, level(segment) != nil else { continue }
        let numbers = run[0].numbers.lowerBound...segment.numbers.upperBound
        let packed = try await SyncFailure.diary(
          await repository.outgoingSegments(of: device, numbers))
        for part in packed {
          if let file = try await file(of: part) { try await put(segments: [file]) }
        }
        run = []
      }
    }
  }

  /// Segments of one level differ in size by a factor of 16 at most; `nil` for one that stays.
  private func level(_ segment: SegmentName) -> Int? {
    let size = segments.sizes[segment.name] ?? 0
    guard size < Self.largestPacked else { return nil }
    return (Int.bitWidth - (size / 512).leadingZeroBitCount) / 4
  }

  /// Those that stand in no other one.
  private static func outermost(_ segments: [SegmentName]) -> [SegmentName] {
    segments.filter { segment in !segments.contains { $0.holds(segment) } }
  }

  /// This machine's segments of each device with one run: of two runs, numbers don't tell which lines a
  /// segment holds.
  private func ownSegments() async throws(SyncFailure) -> [[SegmentName]] {
    var all: [[SegmentName]] = []
    for (device, listed) in segments.segments {
      if try await SyncFailure.diary(await repository.isForked(device)) { continue }
      all.append(listed.filter(isOwn))
    }
    return all
  }

  /// Whether some wait for their day to go.
  private func hasPacked() async throws(SyncFailure) -> Bool {
    try await ownSegments().contains { own in
      own.contains { segment in own.contains { $0.holds(segment) } }
    }
  }

  private mutating func removePacked() async throws(SyncFailure) {
    let time = now().milliseconds
    var names: [RemoteName] = []
    for own in try await ownSegments() {
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

  // MARK: What was removed for good

  private mutating func removePurged() async throws(SyncFailure) {
    let (count, _) = try await SyncFailure.diary(await repository.removals())
    guard count > memory.removals else { return }
    for (device, listed) in segments.segments {
      for segment in listed where isOwn(segment) {
        guard let known = memory.segments[segment.name.path], known.removals < count else {
          continue
        }
        let now = try await SyncFailure.diary(
          await repository.outgoingSegments(of: device, like: segment.known))
        if now.contains(where: \.isCut) {
          var files: [OutgoingFile] = []
          for part in now { files += [try await file(of: part)].compactMap(\.self) }
          try await put(segments: files)
          // Without encryption, the same lines have the same name.
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

  private mutating func removePurgedLogs() async throws(SyncFailure) {
    let current = try await SyncFailure.diary(await repository.oldLogs())
    let digests = Set(current.map(\.digest.description))
    let gone = segments.oldLogs.map(\.name).filter { name in
      memory.segments[name.path]?.put != nil
        && memory.oldLogs[name.path].map { !digests.contains($0) } == true
    }
    try await remove(gone)
  }

  /// Removes photos and attachments that went with entries, and their previews. They may come to be listed
  /// later than what removed them, as where a listing lags, another machine sent them meanwhile, or an old
  /// copy of the remote came back.
  mutating func removePurgedFiles() async throws(SyncFailure) {
    guard memory.removals > 0 else { return }
    let (_, files) = try await SyncFailure.diary(await repository.removals())
    var assets: [RemoteName: AssetID] = [:]
    for file in files {
      for name in sealing.names(of: file, in: "assets") + sealing.names(of: file, in: "small") {
        assets[name] = file.asset
      }
    }
    // A copy that a synchronizing program made of one goes with it.
    var names: [RemoteName: AssetID] = [:]
    for name in listing.files.keys where name.isAsset {
      if let asset = assets[name.original ?? name] { names[name] = asset }
    }
    guard !names.isEmpty else { return }
    let wanted = try await SyncFailure.diary(await repository.references(after: LogPositions()))
    let kept = Set(wanted.files.map(\.asset))
    try await remove(names.filter { !kept.contains($0.value) }.map(\.key))
  }
}

extension SegmentName {
  /// Whether all lines of another segment stand in this one, and more.
  fileprivate func holds(_ other: SegmentName) -> Bool {
    numbers != other.numbers && numbers.lowerBound <= other.numbers.lowerBound
      && other.numbers.upperBound <= numbers.upperBound
  }
}
