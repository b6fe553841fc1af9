import DiaryCore
import DiaryKeys
import DiaryStore
import System

/// Taking in what other machines have written.
extension SyncPass {
  /// In bytes, as the remote tells them, of what is taken in at once. Each time is so much more, so that
  /// the index isn't made anew too often.
  private static let (portion, largestPortion, growth) = (16 << 20, 512 << 20, 8)
  /// In bytes of lines, of what is kept in memory until it is known whether it counts. The rest is read
  /// again.
  private static let mostKept = 4 << 20

  mutating func receiveLines() async throws(SyncFailure) {
    var bad = unopenedSegments()
    var heads = try await receiveFollowing(without: &bad)
    // What two machines have written as one device may be what others follow.
    if try await receiveBranches(without: bad, after: heads) {
      heads = try await receiveFollowing(without: &bad)
    }
    try await reportUnopened()
    noteLostLines()
    // Something is there, and it isn't known whose: the beginning may still be on its way.
    if !isDryRun, !segments.segments.isEmpty, heads.isEmpty {
      throw .notYet(configuration.name)
    }
  }

  /// Those that were there before and that no key opens that is here by now.
  private mutating func unopenedSegments() -> Set<RemoteName> {
    if memory.unopenedMark != sealing.keysMark { memory.unopened = [] }
    memory.unopenedMark = sealing.keysMark
    let names = Set(memory.unopened.compactMap { RemoteName($0) })
      .intersection(segments.sizes.keys)
    memory.unopened = Set(names.map(\.path))
    return names
  }

  /// Tells of them each time, unless a removed device has written them: what it wrote later counts no more,
  /// with whatever key it is sealed. To a removed device itself it is told that it is one.
  private mutating func reportUnopened() async throws(SyncFailure) {
    guard !memory.unopened.isEmpty else { return }
    let removed = try await removedDevices()
    let own = try await SyncFailure.diary(await repository.ownDevice())
    guard !removed.contains(own) else { return }
    for path in memory.unopened.sorted() {
      guard let name = RemoteName(path), name.original == nil, let segment = SegmentName(name),
        !removed.contains(segment.device)
      else { continue }
      result.issues.append(SyncPass.unknownKey(name))
    }
  }

  /// Returns how much of each device's log is here then.
  private mutating func receiveFollowing(
    without bad: inout Set<RemoteName>
  ) async throws(SyncFailure) -> [ID<Device>: ChainHead] {
    var limit = Self.portion
    var files: [RemoteName: String] = [:]
    var hasListedAgain = false
    // Those that gave nothing, though they say to go on where the lines here end: smaller ones of the same
    // numbers may be the device's own.
    var vain: Set<RemoteName> = []
    result.issues = []
    var heads = try await chainHeads()
    while true {
      let (plan, isWhole) = nextPortion(limit, after: heads, without: bad.union(vain))
      let old = segments.oldLogs.map(\.name).filter { name in
        memory.oldLogs[name.path] == nil && !bad.contains(name)
      }
      guard !plan.isEmpty || !old.isEmpty else { break }
      if isDryRun {
        result.receivedLines = plan.reduce(0) { $0 + $1.numbers.count }
        break
      }
      let wanted = plan.map(\.name) + old
      let lacking = wanted.filter { files[$0] == nil }
      for (name, path) in lacking.isEmpty ? [] : try await download(lacking) {
        files[name] = path
        result.receivedBytes += listing.files[name] ?? 0
      }
      // It was packed meanwhile, or isn't there whole yet.
      if !hasListedAgain, wanted.contains(where: { files[$0] == nil }) {
        hasListedAgain = true
        try await list()
        continue
      }
      let opened = open(plan, files, &bad)
      let oldLogs = open(old: old, files, &bad)
      let trust = trust
      let received = try await SyncFailure.diary(
        await repository.receive(opened, oldLogs: oldLogs.map(\.bytes), trust))
      note(received, of: wanted.count)
      for (name, bytes) in oldLogs where received.lines > 0 || opened.isEmpty {
        memory.oldLogs[name.path] = OldLog.digest(of: bytes)
      }
      let reached = try await chainHeads()
      for segment in plan
      where !bad.contains(segment.name)
        && segment.numbers.upperBound <= reached[segment.device]?.number ?? 0
      {
        if let path = files.removeValue(forKey: segment.name) { FileSystem.unlink(path) }
        if received.whole.contains(segment.device) { noteKnown(segment.name) }
      }
      let hasMore = received.lines > 0 && reached != heads
      heads = reached
      if hasMore {
        result.issues = []
        vain = []
      } else {
        for issue in received.issues { try await report(issue) }
        // What makes these lines count may come later.
        if opened.isEmpty || isWhole || limit >= Self.largestPortion {
          vain.formUnion(
            plan.filter { $0.numbers.lowerBound <= (heads[$0.device]?.number ?? 0) + 1 }
              .map(\.name))
          if opened.isEmpty { break }
          continue
        }
      }
      limit = min(Self.growth * limit, Self.largestPortion)
    }
    return heads
  }

  private var trust: LineTrust {
    if case .sealed(let keyring) = sealing {
      .holders(keyring.keys, confirmed: confirmed)
    } else {
      .everyone
    }
  }

  /// Segments with lines that aren't here, and whether they are all there are. The first ones of each
  /// device come before many of one: they may be what makes those count.
  private func nextPortion(
    _ limit: Int, after heads: [ID<Device>: ChainHead], without bad: Set<RemoteName>
  ) -> (plan: [SegmentName], isWhole: Bool) {
    var all: [(sizeOfDevice: Int, segment: SegmentName)] = []
    for device in segments.segments.keys.sorted() {
      var size = 0
      for segment in segments.plan(of: device, after: heads[device]?.number ?? 0, without: bad) {
        size += segments.sizes[segment.name] ?? 0
        all.append((size, segment))
      }
    }
    all.sort { ($0.sizeOfDevice, $0.segment.name) < ($1.sizeOfDevice, $1.segment.name) }
    var size = 0
    let plan = all.prefix { _, segment in
      let isFirst = size == 0
      size += segments.sizes[segment.name] ?? 0
      return isFirst || size <= limit
    }
    return (plan.map(\.segment), plan.count == all.count)
  }

  func chainHeads() async throws(SyncFailure) -> [ID<Device>: ChainHead] {
    try await SyncFailure.diary(await repository.chainHeads())
  }

  /// Looks whether files are the segments that their names say.
  private mutating func open(
    _ plan: [SegmentName], _ files: [RemoteName: String], _ bad: inout Set<RemoteName>
  ) -> [LineSegment] {
    var opened: [LineSegment] = []
    var kept = 0
    for segment in plan {
      guard let path = files[segment.name],
        let lines = lines(of: segment, path, &bad)
      else {
        bad.insert(segment.name)
        continue
      }
      if kept + lines.count <= Self.mostKept {
        kept += lines.count
        opened.append(LineSegment(device: segment.device, numbers: segment.numbers, bytes: lines))
      } else {
        let sealing = sealing
        opened.append(
          LineSegment(device: segment.device, numbers: segment.numbers) {
            () throws(DiaryError) in
            guard let lines = SyncFolder.bytes(path).flatMap({ sealing.opened($0) }) else {
              throw .store(path: path, .missing)
            }
            return lines
          })
      }
    }
    return opened
  }

  private mutating func open(
    old names: [RemoteName], _ files: [RemoteName: String], _ bad: inout Set<RemoteName>
  ) -> [(name: RemoteName, bytes: [UInt8])] {
    var opened: [(RemoteName, [UInt8])] = []
    for name in names {
      guard let path = files[name], let segment = SegmentName(name),
        let lines = lines(of: segment, path, &bad)
      else { continue }
      opened.append((name, lines))
    }
    return opened
  }

  /// The devices that were removed.
  private func removedDevices() async throws(SyncFailure) -> Set<ID<Device>> {
    let devices = try await SyncFailure.diary(await repository.knownDevices())
    return Set(devices.filter(\.isRemoved).map(\.id))
  }

  /// The lines of a segment in a file that came from there. One that can't be read is told, here or later.
  private mutating func lines(
    of segment: SegmentName, _ path: String, _ bad: inout Set<RemoteName>
  ) -> [UInt8]? {
    let bytes = SyncFolder.bytes(path)
    if let lines = bytes.flatMap({ lines(of: segment, $0) }) { return lines }
    bad.insert(segment.name)
    if bytes.map(segment.matches) == true {
      memory.unopened.insert(segment.name.path)
    } else if segment.name.original == nil {
      result.issues.append(SyncPass.damaged(segment.name))
    }
    return nil
  }

  /// The lines in the file of a segment; `nil` when it isn't whole, or sealed to an unknown key.
  private func lines(of segment: SegmentName, _ bytes: [UInt8]) -> [UInt8]? {
    segment.matches(bytes) ? sealing.opened(bytes) : nil
  }

  private mutating func note(_ received: ReceivedLines, of files: Int) {
    result.receivedLines += received.lines
    if received.lines > 0 {
      progress(Progress(.receiving, files, of: files, besides: result.receivedBytes))
    }
  }

  mutating func report(_ issue: LineIssue) async throws(SyncFailure) {
    if case .otherDiary(let owner) = issue.fault {
      throw .otherDiary(configuration.name, owner: owner)
    }
    let devices = try await SyncFailure.diary(await repository.knownDevices())
    let name = devices.first { $0.id == issue.device }?.name
    let line = issue.line(name)
    if !result.issues.contains(line) { result.issues.append(line) }
  }

  // MARK: Two machines as one device

  /// Removes segments of this device that aren't whole, as an old copy of the remote may bring them back:
  /// what they should have is here, and is sent again. Returns those that couldn't be looked at now.
  private mutating func removeDamaged() async throws(SyncFailure) -> Set<RemoteName> {
    let own = try await SyncFailure.diary(await repository.ownDevice())
    // One that no key opens is whole.
    let unknown = (segments.segments[own] ?? []).filter { segment in
      !isKnown(segment) && !memory.unopened.contains(segment.name.path)
    }
    guard !unknown.isEmpty else { return [] }
    let files = try await fetch(unknown.map(\.name))
    try await remove(
      unknown.filter { segment in files[segment.name].map { !segment.matches($0) } ?? false }
        .map(\.name))
    return Set(unknown.map(\.name).filter { files[$0] == nil })
  }

  /// Takes what another machine wrote as a device that has other lines of the same numbers here. Returns
  /// whether there was anything.
  private mutating func receiveBranches(
    without bad: Set<RemoteName>, after heads: [ID<Device>: ChainHead]
  ) async throws(SyncFailure) -> Bool {
    guard !isDryRun, !configuration.isFollowed else { return false }
    let unseen = try await removeDamaged()
    let own = try await SyncFailure.diary(await repository.ownDevice())
    for segment in segments.segments[own] ?? [] where bad.contains(segment.name) {
      memory.hollow.insert(segment.name.path)
    }
    let forks = try await forks()
    noteLostBranches(of: forks)
    var hasMore = false
    for (device, listed) in segments.segments.sorted(by: { $0.key < $1.key }) {
      guard let head = heads[device]?.number, head > 0 else { continue }
      let looked = listed.filter { !bad.contains($0.name) && !unseen.contains($0.name) }
      // A machine that was stopped may have taken in what others wrote, and not sent its own lines.
      let isForked = try await isForked(device, looked, head)
      guard isForked || memory.forks[device] != forks[device] else { continue }
      let files = try await fetch(listed.map(\.name).filter { !bad.contains($0) })
      let opened = files.compactMap { name, bytes -> LineSegment? in
        guard let segment = SegmentName(name), let lines = lines(of: segment, bytes) else {
          return nil
        }
        return LineSegment(device: device, numbers: segment.numbers, bytes: lines)
      }
      let received = try await SyncFailure.diary(await repository.receiveBranch(of: device, opened))
      if received.lines > 0 {
        note(received, of: files.count)
        hasMore = true
      }
      // Those that gave nothing now give nothing later, either.
      for name in files.keys where received.lines == 0 {
        if try await isHollow(name, of: device, own, head) { noteHollow(name) }
        noteKnown(name)
      }
      for unsent in received.unsent {
        guard let file = try file(of: unsent) else { continue }
        try await put(segments: [file])
        result.sentLines += unsent.lineCount
      }
      memory.forks[device] = try await self.forks()[device]
    }
    return hasMore
  }

  private func forks() async throws(SyncFailure) -> [ID<Device>: Int] {
    try await SyncFailure.diary(await repository.forks())
  }

  /// Notes of which devices the remote may lack lines that it had, though it has others of their numbers.
  private mutating func noteLostBranches(of forks: [ID<Device>: Int]) {
    guard !forks.isEmpty else { return }
    for (path, segment) in memory.segments {
      guard let name = RemoteName(path), (listing.files[name] == nil) != segment.isMissed,
        let device = SegmentName(name)?.device, forks[device] != nil
      else { continue }
      if !segment.isMissed { memory.forks[device] = nil }
      if segment.put != nil {
        memory.segments[path]?.isMissed = !segment.isMissed
      } else {
        memory.segments[path] = nil
      }
    }
  }

  /// Whether a file that is named as one of this device's segments, and gave nothing, is none. Somebody else
  /// has put it there: as long as it answered for these numbers, nobody would be sent what has them.
  private mutating func isHollow(
    _ name: RemoteName, of device: ID<Device>, _ own: ID<Device>, _ head: Int
  ) async throws(SyncFailure) -> Bool {
    guard device == own, memory.segments[name.path] == nil, let segment = SegmentName(name) else {
      return false
    }
    if segment.numbers.upperBound > head { return true }
    return try await SyncFailure.diary(
      await repository.isOther(tag: segment.tag, segment.numbers, of: device))
  }

  private mutating func noteHollow(_ name: RemoteName) {
    memory.hollow.insert(name.path)
    result.issues.append(Self.hollowSegment(name))
  }

  /// Whether one of the segments of a device has lines that don't join those here.
  private mutating func isForked(
    _ device: ID<Device>, _ listed: [SegmentName], _ head: Int
  ) async throws(SyncFailure) -> Bool {
    var isForked = false
    for segment in listed where memory.segments[segment.name.path] == nil {
      let last = segment.numbers.upperBound
      if last > head {
        // It was there to be taken, and wasn't.
        isForked = isForked || segment.numbers.lowerBound <= head + 1
        continue
      }
      let isOther = try await SyncFailure.diary(
        await repository.isOther(tag: segment.tag, segment.numbers, of: device))
      isForked = isForked || isOther
      if !isOther { noteKnown(segment.name) }
    }
    return isForked
  }

  /// Notes that nothing is to be had of a segment any more.
  private mutating func noteKnown(_ name: RemoteName) {
    memory.segments[name.path] =
      memory.segments[name.path]
      ?? RemoteMemory.Segment(put: nil, removals: memory.removals, size: listing.files[name])
  }

  /// Whether a segment was looked at, and no other file has taken its place since: where nothing is
  /// encrypted, the same lines have the same name.
  private func isKnown(_ segment: SegmentName) -> Bool {
    guard let known = memory.segments[segment.name.path] else { return false }
    return known.size == nil || known.size == segments.sizes[segment.name]
  }

  /// Notes when a remote has less than it had: an old copy of it came back.
  private mutating func noteLostLines() {
    for (device, number) in memory.sent where segments.last(of: device) < number {
      let line = SyncPass.rolledBack
      if !result.issues.contains(line) { result.issues.append(line) }
      memory.sent[device] = segments.last(of: device)
    }
  }
}
