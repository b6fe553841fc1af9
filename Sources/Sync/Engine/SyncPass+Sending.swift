import Crypto
import DiaryCore
import DiaryStore
import System

/// Sends lines that the remote doesn't have.
extension SyncPass {
  /// The bytes sent in one call.
  private static let portion = 16 << 20

  mutating func sendLines() async throws {
    let replaced = isDryRun ? [] : try await removeReplaceable()
    let counts = try await repository.lineCounts()
    var outgoing: [OutgoingSegment] = []
    for device in counts.keys.sorted() {
      // A conflict copy may be incomplete, so it doesn't count.
      let listed = (segments.segments[device] ?? []).filter { $0.name.original == nil }
      var known = listed.filter(isKnown)
      if isDryRun {
        // The sync fetches segments from other machines to check them.
        let others = listed.filter {
          memory.segments[$0.name.path] == nil && !damaged.contains($0.name)
            && !memory.unopened.contains($0.name.path)
        }
        let here = try await repository.storedSegments(others.map(\.known), of: device)
        known += others.filter { here.contains($0.known) }
      }
      let again = replaced.filter { $0.device == device }
      outgoing += again
      outgoing += try await repository.outgoingSegments(
        of: device, excluding: known.map(\.known) + again.map(\.known))
    }
    let count = outgoing.reduce(0) { $0 + $1.lineCount }
    guard !isDryRun else {
      result.sentLines = count
      return
    }
    if !outgoing.isEmpty { memory.needsTidying = true }
    if !outgoing.isEmpty || memory.lastSync == nil || isMissingOldLogs { try await sendOldLogs() }
    var parts: [OutgoingSegment] = []
    var (size, lines) = (0, 0)
    for (index, segment) in outgoing.enumerated() {
      parts.append(segment)
      size += segment.size
      lines += segment.lineCount
      guard size > Self.portion || index == outgoing.count - 1 else { continue }
      try await put(parts)
      result.sentLines += lines
      progress(Progress(.sending, index + 1, of: outgoing.count, secondaryCount: result.sentBytes))
      (parts, size, lines) = ([], 0, 0)
    }
    memory.sent = counts
  }

  /// Sends segments. Returns the names of their files.
  @discardableResult
  private mutating func put(_ parts: [OutgoingSegment]) async throws -> Set<RemoteName> {
    var files: [OutgoingFile] = []
    var lackedBodies: [RemoteName: Int] = [:]
    for part in parts {
      guard let file = try await file(of: part) else { continue }
      files.append(file)
      lackedBodies[file.name] = part.missingBodies.count
    }
    try await put(segments: files, lackedBodies: lackedBodies)
    return Set(files.map(\.name))
  }

  /// Makes the remote file of a segment, or `nil` if it can't be named.
  private func file(of segment: OutgoingSegment) async throws -> OutgoingFile? {
    let bytes = try sealing.sealed(segment.bytes())
    guard
      let name = SegmentName.path(
        segment.device, segment.numbers, tag: segment.tag, bytes, isPlain: sealing.isPlain)
    else { return nil }
    return OutgoingFile(name, .bytes(bytes))
  }

  /// True if logs of version 0.1.0 that this machine sent or replaces are missing on the remote.
  private var isMissingOldLogs: Bool {
    let listed = Set(segments.oldLogs.map(\.name.path))
    return memory.oldLogs.contains { path, digest in
      !listed.contains(path)
        && (digest == RemoteMemory.replaced || memory.segments[path]?.put != nil)
    }
  }

  /// Sends logs of version 0.1.0, ahead of the line that vouches for them.
  private mutating func sendOldLogs() async throws {
    let old = try await repository.oldLogs()
    var gone = Set(memory.oldLogs.keys).subtracting(segments.oldLogs.map(\.name.path))
    let there = Set(memory.oldLogs.filter { !gone.contains($0.key) }.values)
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
      gone.remove(name.path)
    }
    for path in gone { memory.oldLogs[path] = nil }
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
    let time = now()
    // Reading the removals reads all logs, so wait until there is something to do.
    let hasPacked = try await !packedSegments(at: time).isEmpty
    let canReplace = try await canReplaceBare()
    guard memory.needsTidying || hasPacked || canReplace else { return }
    // Forget removed segments, but not this machine's: a listing may lag, or an old copy of the
    // remote may be restored.
    for (path, segment) in memory.segments
    where segment.put == nil && RemoteName(path).map({ listing.files[$0] == nil }) ?? true {
      memory.segments[path] = nil
    }
    // Correct times written while the clock was ahead.
    for (path, segment) in memory.segments where segment.put.map({ $0 > time }) == true {
      memory.segments[path]?.put = time
    }
    let removals = try await repository.removals()
    let isPurged = try await removePurged(removals.progress)
    try await replaceBare()
    try await send(lost: removals.lost)
    try await pack()
    try await remove(packedSegments(at: time))
    memory.needsTidying = !isPurged
  }

  private func isFromThisMachine(_ segment: SegmentName) -> Bool {
    memory.segments[segment.name.path]?.put != nil && segment.name.original == nil
  }

  // MARK: Missing bodies

  /// The segments that this machine sent without bodies that were missing here.
  private var bareSegments: [(segment: SegmentName, lackedBodies: Int)] {
    segments.segments.values.joined().filter(isFromThisMachine).compactMap { segment in
      guard let count = memory.segments[segment.name.path]?.lackedBodies, count > 0 else {
        return nil
      }
      return (segment, count)
    }
  }

  /// Returns true if some of these bodies are here now.
  private func canReplaceBare() async throws -> Bool {
    let bare = bareSegments
    guard !bare.isEmpty else { return false }
    let missing = try await repository.missingBodies()
    return bare.contains { segment, count in
      (missing[segment.device] ?? []).count { segment.numbers.contains($0.number) } < count
    }
  }

  /// Replaces segments that this machine sent without bodies that are here now.
  private mutating func replaceBare() async throws {
    for (segment, count) in bareSegments {
      let parts = try await current(segment)
      guard !parts.isEmpty, parts.reduce(0, { $0 + $1.missingBodies.count }) < count,
        try await mayReplace([segment], by: parts)
      else { continue }
      try await replace(segment, by: parts)
    }
  }

  /// Returns this machine's lines of a segment, as they would be sent now.
  func current(_ segment: SegmentName) async throws -> [OutgoingSegment] {
    try await repository.outgoingSegments(of: segment.device, like: segment.known)
  }

  /// Sends the current lines of a segment, and removes the old file. Returns the new names.
  @discardableResult
  private mutating func replace(
    _ segment: SegmentName, by parts: [OutgoingSegment]
  ) async throws -> Set<RemoteName> {
    let names = try await put(parts)
    // Without encryption, the new file can have the same name.
    if !names.contains(segment.name) { try await remove([segment.name]) }
    return names
  }

  /// Returns true if the remote's segments have no bodies that these current lines lack: the lines
  /// have them all, or the segments were searched for them.
  private func mayReplace(
    _ replaced: [SegmentName], by parts: [OutgoingSegment]
  ) async throws -> Bool {
    let missing = Set(parts.flatMap(\.missingBodies))
    guard !missing.isEmpty, let device = replaced.first?.device else { return true }
    if replaced.allSatisfy(isKnown), missing.isSubset(of: memory.missingBodies[device] ?? []) {
      return true
    }
    // The next sync searches for them.
    if try await !missing.isSubset(of: repository.missingBodies()[device] ?? []) {
      try await repository.findMissingBodies()
    }
    return false
  }

  /// Sends lines again that another machine has lost and this one has. That machine may have filled
  /// this remote without their texts.
  private mutating func send(lost: Set<ID<Revision>>) async throws {
    for part in try await repository.outgoingSegments(of: lost) {
      let isForked = try await repository.isForked(part.device)
      // Another machine may have sent the same lines without their texts.
      let isThere = (segments.segments[part.device] ?? []).contains { segment in
        isFromThisMachine(segment) && isKnown(segment)
          && memory.segments[segment.name.path]?.lackedBodies == 0
          && (segment.known == part.known || !isForked && segment.numbers.contains(part.numbers))
      }
      if !isThere { try await put([part]) }
    }
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
        if try await mayReplace(run, by: packed) {
          for part in packed { try await put([part]) }
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

  /// Returns this machine's segments that may be removed at a time, because a larger segment has
  /// had their lines long enough.
  private func packedSegments(at time: Timestamp) async throws -> [RemoteName] {
    var names: [RemoteName] = []
    for (device, listed) in segments.segments {
      // In a device with two runs, numbers don't identify lines.
      if try await repository.isForked(device) { continue }
      let sent = listed.filter(isFromThisMachine)
      let packs = sent.filter { segment in
        guard let known = memory.segments[segment.name.path], let put = known.put else {
          return false
        }
        return isKnown(segment) && known.lackedBodies == 0
          && time.milliseconds - put.milliseconds > Self.grace
      }
      names += sent.filter { segment in packs.contains { $0.holds(segment) } }.map(\.name)
    }
    return names
  }

  // MARK: Purging

  /// Returns false if purged texts stay: here, or in a segment that has to be searched for bodies
  /// that are missing here.
  ///
  /// - Parameter progress: the current `Removals.progress`.
  private mutating func removePurged(_ progress: Int) async throws -> Bool {
    // Segments with lines that were lost here are compared again, too.
    let outdated = segments.segments.values.joined().filter { segment in
      isFromThisMachine(segment)
        && memory.segments[segment.name.path].map { $0.removals < progress } == true
    }
    guard progress > memory.removals || !outdated.isEmpty else { return true }
    // A segment is compared only once with the lines here, so these have to be cut first.
    guard try await repository.finishPurges() else { return false }
    var isComplete = true
    for segment in outdated {
      let parts = try await current(segment)
      guard parts.contains(where: \.isCut) else {
        memory.segments[segment.name.path]?.removals = progress
        continue
      }
      guard try await mayReplace([segment], by: parts) else {
        isComplete = false
        continue
      }
      for name in try await replace(segment, by: parts) {
        memory.segments[name.path]?.removals = progress
      }
    }
    try await removePurgedLogs()
    if isComplete { memory.removals = progress }
    return isComplete
  }

  /// Removes the logs of version 0.1.0 that were rewritten here since this machine sent them. One
  /// stays if this machine has lost one of its lines, as on a damaged disk.
  private mutating func removePurgedLogs() async throws {
    try await sendOldLogs()
    let current = try await repository.oldLogs()
    let digests = Set(current.map(\.digest.description))
    let gone = segments.oldLogs.map(\.name).filter { name in
      memory.segments[name.path]?.put != nil
        && memory.oldLogs[name.path].map { !digests.contains($0) } == true
    }
    guard !gone.isEmpty else { return }
    var replaced: [RemoteName] = []
    for (name, bytes) in try await fetch(gone) {
      guard let device = SegmentName(name)?.device, let lines = sealing.opened(bytes) else {
        continue
      }
      if try await repository.hasLines(ofOldLog: lines, of: device) { replaced.append(name) }
    }
    try await remove(replaced)
  }

  /// Removes purged photos and attachments, and their previews. A remote may list them again later:
  /// a listing can lag, another machine can send them in the meantime, or an old copy of the remote
  /// can be restored.
  mutating func removePurgedFiles() async throws {
    guard memory.removals > 0 else { return }
    let files = try await repository.removals().files
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

extension OutgoingSegment {
  fileprivate var known: KnownSegment { KnownSegment(numbers, tag: tag) }
}

extension SegmentName {
  /// Returns true if this segment contains all lines of another one, and more.
  fileprivate func holds(_ other: SegmentName) -> Bool {
    numbers != other.numbers && numbers.contains(other.numbers)
  }
}
