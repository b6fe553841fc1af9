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
