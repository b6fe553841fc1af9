import Crypto
import DiaryCore
import DiaryStore
import System

/// Receives the lines of other machines.
///
/// `receiveLines()` downloads segments in portions. It checks their sums, opens them, and hands
/// them to the repository, which decides by signatures which lines count.
extension SyncPass {
  /// The listed bytes that are merged in one step. Each step is `growth` times as large, so that
  /// the index isn't rebuilt too often.
  private static let (portion, largestPortion, growth) = (16 << 20, 512 << 20, 8)
  /// The bytes of lines kept in memory until the repository has judged them. Larger segments are
  /// read again.
  private static let mostKept = 4 << 20

  mutating func receiveLines() async throws {
    try await forgetBroken()
    if !isDryRun { try await forgetSegmentsWithMissingBodies() }
    var bad = unopenedSegments()
    damaged = try await damagedBefore().union(oversized.keys.filter { SegmentName($0) != nil })
    bad.formUnion(damaged)
    try await findDamaged(&bad)
    try await receiveFollowing(without: &bad)
    // Lines that two machines wrote as one device may precede other lines.
    if try await receiveOthers(without: &bad) { try await receiveFollowing(without: &bad) }
    try await reportMissingTexts()
    let last = try await lastLines()
    try await reportUnusable(last)
    reportLostLines()
    let counts = try await repository.lineCounts()
    if !isDryRun { missingLines = try await missingLines(upTo: last) }
    // The remote has segments, but its first lines are missing: they may still be in transit.
    if !isDryRun, !segments.segments.isEmpty, counts.isEmpty {
      throw SyncFailure.notYet(configuration.name)
    }
  }

  /// Forgets which segments are here for devices with lines that turned out to be missing here
  /// since the last sync: one of the segments may contain them.
  private mutating func forgetBroken() async throws {
    for (device, missing) in try await repository.missingLines()
    where !missing.isSubset(of: memory.missingLines) {
      doubtSegments { $0.device == device }
    }
  }

  /// Forgets that the lines of segments are here, even if these aren't listed at the moment.
  private mutating func doubtSegments(where isDoubtful: (SegmentName) -> Bool) {
    for (path, segment) in memory.segments {
      guard let name = RemoteName(path).flatMap({ SegmentName($0) }), isDoubtful(name) else {
        continue
      }
      memory.segments[path] = segment.doubted
    }
  }

  /// Forgets the segments with lines whose bodies turned out to be missing here since the last
  /// sync: one of the segments may have them.
  private mutating func forgetSegmentsWithMissingBodies() async throws {
    for (device, missing) in try await repository.missingBodies() {
      let new = Set(missing).subtracting(memory.missingBodies[device] ?? [])
      guard !new.isEmpty else { continue }
      doubtSegments { $0.device == device && $0.contains(anyOf: new) }
    }
  }

  /// Reports lines and texts that are missing both here and on the remote. A dry run doesn't search
  /// the remote, so it only reports those that were missing before.
  private mutating func reportMissingTexts() async throws {
    let missing = try await repository.missingBodies()
    let isBroken = try await !repository.brokenDevices().isEmpty
    let mayHaveNew = !isDryRun && (isBroken || missing != memory.missingBodies)
    if !configuration.isFollowed, memory.missingTexts > 0 || mayHaveNew {
      memory.missingTexts = try await repository.missingTexts()
    }
    // The remote may need texts that another one has returned.
    if missing != memory.missingBodies { memory.needsTidying = true }
    // The next sync fetches those again that couldn't be put back.
    memory.missingBodies = missing.mapValues { $0.filter { !unrestored.contains($0.sum) } }
    memory.missingLines = Set(try await repository.missingLines().values.joined())
    result.missingTexts = memory.missingTexts
    if memory.missingTexts > 0 { result.issues.append(SyncPass.missingTexts(memory.missingTexts)) }
  }

  /// Returns the number of each device's last line, here or on the remote, without removed devices.
  ///
  /// A damaged segment that doesn't follow any others may be a stray file, so its numbers don't
  /// count.
  private func lastLines() async throws -> [ID<Device>: Int] {
    let counts = try await repository.lineCounts()
    let removed = try await removedDevices()
    var last: [ID<Device>: Int] = [:]
    for (device, listed) in segments.segments where !removed.contains(device) {
      var number = counts[device] ?? 0
      for segment in listed where !isKnown(segment) {
        let isStray =
          segment.numbers.lowerBound > number + 1 && damaged.contains(segment.name)
        if !isStray { number = max(number, reach[segment.name] ?? segment.numbers.upperBound) }
      }
      last[device] = number
    }
    return last
  }

  /// Returns the number of lines that are still missing here, given the number of each device's
  /// last line.
  ///
  /// Lines of a stranger to a shared diary don't count, unless others are missing too: these may
  /// approve the device.
  private func missingLines(upTo last: [ID<Device>: Int]) async throws -> Int {
    let counts = try await repository.lineCounts()
    var missing: [ID<Device>: Int] = [:]
    for (device, number) in last where number > counts[device] ?? 0 {
      missing[device] = number - (counts[device] ?? 0)
    }
    let strangers = try await repository.strangers(among: Set(missing.keys))
    return strangers.count < missing.count ? missing.values.reduce(0, +) : 0
  }

  /// Returns the segments that were damaged before and, by their numbers, contain no lines that
  /// are missing. They aren't fetched again until their size changes.
  private mutating func damagedBefore() async throws -> Set<RemoteName> {
    damaged = Set(
      segments.sizes.filter { name, size in memory.damaged[name.path] == size }.keys)
    guard !damaged.isEmpty else { return [] }
    let last = try await lastLines()
    return damaged.filter { name in
      guard let segment = SegmentName(name), let last = last[segment.device] else { return false }
      return segment.numbers.lowerBound > last + 1
    }
  }

  /// Returns the listed segments that the current keys didn't open before.
  private mutating func unopenedSegments() -> Set<RemoteName> {
    if memory.unopenedFingerprint != sealing.keysFingerprint { memory.unopened = [] }
    memory.unopenedFingerprint = sealing.keysFingerprint
    let names = Set(memory.unopened.compactMap { RemoteName($0) })
      .intersection(segments.sizes.keys)
    memory.unopened = Set(names.map(\.path))
    return names
  }

  /// The number of files that are named in one sync.
  static let mostNamed = 3

  /// Reports files that couldn't be used: segments with missing lines in each sync, others once.
  ///
  /// Omits segments of removed devices, since their later lines don't count, and segments that
  /// couldn't be opened if their lines are here. A removed device reports none of the latter; it
  /// only learns of its removal.
  ///
  /// - Parameter last: the number of each device's last line (`lastLines()`).
  private mutating func reportUnusable(_ last: [ID<Device>: Int]) async throws {
    let counts = try await repository.lineCounts()
    func isMissing(_ name: RemoteName) -> Bool {
      guard let segment = SegmentName(name) else { return false }
      let (number, here) = (segment.numbers.upperBound, counts[segment.device] ?? 0)
      return segment.isOldLog || here < number && number <= last[segment.device] ?? 0
    }
    damaged.formIntersection(segments.sizes.keys)
    let sizes = oversized.merging(damaged.map { ($0, segments.sizes[$0] ?? 0) }) { $1 }
    let removed = try await removedDevices()
    let isRemoved = try await removed.contains(repository.deviceID())
    let unopened = (isRemoved ? [] : memory.unopened).compactMap { RemoteName($0) }
      .filter { $0.original == nil && sizes[$0] == nil && isMissing($0) }
    let missing = sizes.keys.filter(isMissing)
    let others = sizes.filter { name, size in
      let isOfRemoved = SegmentName(name).map { removed.contains($0.device) } ?? false
      return name.original == nil && memory.damaged[name.path] != size && !isMissing(name)
        && !isOfRemoved
    }.keys
    let names = (unopened + missing).sorted() + others.sorted()
    for name in names.prefix(Self.mostNamed) {
      let line =
        if let size = oversized[name] {
          SyncPass.tooLarge(name, size: size)
        } else if damaged.contains(name) {
          SyncPass.damaged(name)
        } else {
          SyncPass.unknownKey(name)
        }
      result.issues.append(line)
    }
    if names.count > Self.mostNamed {
      result.issues.append(SyncPass.moreUnusable(names.count - Self.mostNamed))
    }
    try await note(damaged: neededDamaged().union(missing).sorted())
    memory.damaged = [:]
    for (name, size) in sizes { memory.damaged[name.path] = size }
  }

  /// Returns the damaged segments with the numbers of lines that are here, but with other lines, as
  /// when two machines wrote as one device, or with lines whose texts are missing here.
  private func neededDamaged() async throws -> Set<RemoteName> {
    guard !damaged.isEmpty else { return [] }
    let counts = try await repository.lineCounts()
    let missing = try await repository.missingBodies()
    var needed: Set<RemoteName> = []
    for (device, names) in Dictionary(grouping: damaged, by: { SegmentName($0)?.device }) {
      guard let device else { continue }
      let count = counts[device] ?? 0
      let segments = names.compactMap { SegmentName($0) }.filter {
        $0.numbers.upperBound <= count && !$0.isOldLog
      }
      let here = try await repository.storedSegments(segments.map(\.known), of: device)
      let bodiless = missing[device] ?? []
      needed.formUnion(
        segments.filter { !here.contains($0.known) || $0.contains(anyOf: bodiless) }.map(\.name))
    }
    return needed
  }

  /// Receives lines that continue those already here.
  private mutating func receiveFollowing(without bad: inout Set<RemoteName>) async throws {
    var limit = Self.portion
    var files: [RemoteName: String] = [:]
    var hasListedAgain = false
    // Segments that added nothing although their numbers continue. Smaller ones with the same
    // numbers may be the device's real ones.
    var useless: Set<RemoteName> = []
    result.issues = []
    var heads = try await repository.lineCounts()
    while true {
      let (plan, isWhole) = nextPortion(limit, after: heads, without: bad.union(useless))
      let old = missingOldLogs(beforeLines: !plan.isEmpty, without: bad)
      guard !plan.isEmpty || !old.isEmpty else { break }
      if isDryRun {
        result.receivedLines = plan.reduce(0) { $0 + $1.numbers.count }
        break
      }
      let wanted = plan.map(\.name) + old
      let missing = wanted.filter { files[$0] == nil }
      for (name, path) in missing.isEmpty ? [] : try await download(missing) {
        files[name] = path
        result.receivedBytes += listing.files[name] ?? 0
      }
      // It was packed after the listing, or is incomplete.
      if !hasListedAgain, wanted.contains(where: { files[$0] == nil }) {
        hasListedAgain = true
        try await list()
        continue
      }
      let opened = open(plan, files, &bad)
      let oldLogs = open(old: old, files, &bad)
      // They are fetched in each sync, and nothing of them is used.
      for name in wanted where damaged.contains(name) && files[name] != nil {
        result.receivedBytes -= listing.files[name] ?? 0
      }
      let trust = trust
      let received = try await repository.receive(opened, oldLogs: oldLogs.map(\.bytes), trust)
      record(oldLogs, received)
      let reached = try await repository.lineCounts()
      let whole = plan.filter { !bad.contains($0.name) }
      for (place, segment) in whole.enumerated() {
        reach[segment.name] = received.reach[place]
        guard received.complete.contains(place) else { continue }
        if let path = files.removeValue(forKey: segment.name) { FileSystem.unlink(path) }
        recordKnown(segment.name)
      }
      try await record(received, files: wanted.count)
      let hasMore = received.lines > 0 && reached != heads
      heads = reached
      if hasMore {
        result.issues = []
        useless = []
      } else {
        for issue in received.issues { try await report(issue) }
        // A later portion may contain what makes these lines count.
        if opened.isEmpty || isWhole || limit >= Self.largestPortion {
          useless.formUnion(
            plan.filter { $0.numbers.lowerBound <= (heads[$0.device] ?? 0) + 1 }
              .map(\.name))
          if opened.isEmpty { break }
          continue
        }
      }
      limit = min(Self.growth * limit, Self.largestPortion)
    }
    for path in files.values { FileSystem.unlink(path) }
  }

  private var trust: LineTrust {
    if case .sealed(let keyring) = sealing {
      .keyHolders(keyring.keys, confirmed: confirmed)
    } else {
      .everyone
    }
  }

  /// Returns the next segments with missing lines, and true if they are the last ones. The first
  /// segments of every device precede later ones of a single device: they may be needed to accept
  /// the others.
  private func nextPortion(
    _ limit: Int, after heads: [ID<Device>: Int], without bad: Set<RemoteName>
  ) -> (plan: [SegmentName], isWhole: Bool) {
    var all: [(sizeOfDevice: Int, segment: SegmentName)] = []
    for device in segments.segments.keys.sorted() {
      var size = 0
      for segment in segments.plan(of: device, after: heads[device] ?? 0, without: bad) {
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

  /// Opens downloaded segments, and adds the unusable ones to `bad`.
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
            () in
            guard let lines = SyncFolder.bytes(path).flatMap({ sealing.opened($0) }) else {
              throw DiaryError.store(path: path, .missing)
            }
            return lines
          })
      }
    }
    return opened
  }

  /// Returns the old logs to fetch. Those that no line vouched for so far are needed again when
  /// more lines arrive.
  private func missingOldLogs(beforeLines: Bool, without bad: Set<RemoteName>) -> [RemoteName] {
    segments.oldLogs.map(\.name).filter { name in
      guard !bad.contains(name) else { return false }
      guard let digest = memory.oldLogs[name.path] else { return true }
      return beforeLines && digest == RemoteMemory.unvouched
    }
  }

  /// Records old logs that were handed to the repository.
  private mutating func record(
    _ oldLogs: [(name: RemoteName, bytes: [UInt8])], _ received: ReceivedLines
  ) {
    for (place, log) in oldLogs.enumerated() {
      let isHere = received.oldLogs.contains(place)
      memory.oldLogs[log.name.path] =
        isHere ? OldLog.digest(of: log.bytes) : RemoteMemory.unvouched
    }
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

  /// Returns the devices that were removed, or approved by someone who was.
  private func removedDevices() async throws -> Set<ID<Device>> {
    let devices = try await repository.knownDevices()
    let void = try await repository.invalidDevices()
    return void.union(devices.filter(\.isRemoved).map(\.id))
  }

  /// Returns the lines of a downloaded segment. Records an unreadable one, which is reported here
  /// or later.
  private mutating func lines(
    of segment: SegmentName, _ path: String, _ bad: inout Set<RemoteName>
  ) -> [UInt8]? {
    let bytes = SyncFolder.bytes(path)
    if let bytes, let lines = lines(of: segment, bytes) {
      recordKey(of: segment.name, bytes)
      return lines
    }
    bad.insert(segment.name)
    if bytes.map(segment.matches) == true {
      memory.unopened.insert(segment.name.path)
    } else {
      damaged.insert(segment.name)
    }
    return nil
  }

  /// Returns a segment's lines, or `nil` if the bytes are incomplete or no known key opens them.
  private func lines(of segment: SegmentName, _ bytes: [UInt8]) -> [UInt8]? {
    segment.matches(bytes) ? sealing.opened(bytes) : nil
  }

  /// Counts received lines, and saves what the remote has: a sync that is stopped later sees no new
  /// lines when it is repeated.
  private mutating func record(_ received: ReceivedLines, files: Int) async throws {
    result.receivedLines += received.lines
    unrestored.formUnion(received.unrestored)
    for issue in received.missingOldLogs {
      let line = try await repository.line(about: issue)
      if !fileIssues.contains(line) { fileIssues.append(line) }
    }
    guard received.lines > 0 else { return }
    memory.needsTidying = true
    try await keepReceived()
    progress(Progress(.receiving, files, of: files, secondaryCount: result.receivedBytes))
  }

  /// Saves which lines were received, and which files they name that aren't here.
  private mutating func keepReceived() async throws {
    let named = try await repository.references(after: receivedPositions ?? memory.positions)
    receivedPositions = named.positions
    let count = memory.elsewhere.count
    addMissingHere(named.files)
    newlyMissing.formUnion(memory.elsewhere[count...])
    try await keepMemory()
  }

  mutating func report(_ issue: LineIssue) async throws {
    if case .otherDiary(let owner) = issue.fault {
      throw SyncFailure.otherDiary(configuration.name, owner: owner)
    }
    // The later lines of removed devices don't count.
    guard try await !removedDevices().contains(issue.device) else { return }
    let line = try await repository.line(about: issue)
    if !result.issues.contains(line) { result.issues.append(line) }
  }

  // MARK: Lines with the same numbers

  /// Finds damaged segments of this machine, and those that another machine left a note about.
  /// The ones whose lines are here are replaced when lines are sent. Adds all to `bad`.
  private mutating func findDamaged(_ bad: inout Set<RemoteName>) async throws {
    guard !isDryRun, !configuration.isFollowed else { return }
    let own = try await repository.deviceID()
    let all = segments.segments.values.joined() + segments.oldLogs
    // A segment that no key opens is complete.
    let suspects = all.filter { segment in
      let isOwn =
        segment.device == own && !segment.isOldLog
        && (!isKnown(segment) || segment.name.path == memory.lastPut)
      return (isOwn || isNoted(segment))
        && (!bad.contains(segment.name) || oversized[segment.name] != nil)
    }
    guard !suspects.isEmpty || !notes.isEmpty else { return }
    let files = try await fetch(suspects.map(\.name))
    bad.formUnion(suspects.map(\.name).filter { files[$0] == nil })
    let unsound = suspects.filter { segment in
      files[segment.name].map { !segment.matches($0) } ?? (oversized[segment.name] != nil)
    }
    replaceable = []
    for segment in unsound {
      let isHere = try await hasAll(of: segment)
      if isHere, !(remote is GitRemote) {
        replaceable.append(segment)
      } else {
        damaged.insert(segment.name)
        // Git verifies its objects, so a member wrote it, perhaps on another branch, where it can't
        // be removed. The lines are sent again if the segment was this machine's.
        if isHere { memory.segments[segment.name.path] = nil }
      }
    }
    bad.formUnion(unsound.map(\.name))
    let needed = all.filter { segment in
      !replaceable.contains(segment) && files[segment.name].map(segment.matches) != true
    }
    uselessNotes = notes.subtracting(needed.compactMap(\.note))
    // Fetching from a network costs a round trip, so compare only once there.
    if !isFolder, replaceable.isEmpty { memory.lastPut = nil }
  }

  /// Returns false if a damaged segment may be the only file with a line or a text that is missing
  /// here, as in an old copy.
  private func hasAll(of segment: SegmentName) async throws -> Bool {
    guard segment.isOldLog else {
      let parts = try await current(segment)
      return !parts.isEmpty && parts.allSatisfy(\.missingBodies.isEmpty)
    }
    let known = memory.oldLogs[segment.name.path].flatMap { AssetID($0)?.description }
    return try await repository.oldLogs().contains { log in
      let digest = log.digest.description
      return log.device == segment.device && (known ?? digest) == digest
        && digest.hasPrefix(segment.tag)
    }
  }

  /// Removes damaged segments from the remote whose lines are here. Returns these lines, which are
  /// sent again even if another file contains them: its sender may have been missing their texts.
  mutating func removeReplaceable() async throws -> [OutgoingSegment] {
    let (segments, notes) = (replaceable, uselessNotes)
    (replaceable, uselessNotes) = ([], [])
    var lines: [OutgoingSegment] = []
    // A conflict copy has the same lines.
    var seen: [ID<Device>: Set<KnownSegment>] = [:]
    for segment in segments {
      if segment.isOldLog {
        memory.oldLogs[segment.name.path] = RemoteMemory.replaced
      } else if seen[segment.device, default: []].insert(segment.known).inserted {
        lines += try await current(segment)
      }
    }
    // If this sync is stopped, the next one has to send them.
    if !segments.isEmpty {
      memory.needsTidying = true
      try await keepMemory()
    }
    let isRemoved = try await SyncFailure.unlessRefused {
      try await remove(segments.map(\.name) + notes)
    }
    guard isRemoved, !segments.isEmpty else { return [] }
    result.issues.append(Self.healed(segments.count))
    for device in Set(segments.map(\.device)) {
      memory.sent[device] = self.segments.last(of: device)
    }
    return lines
  }

  /// The notes about damaged segments that this machine can remove. In a git repository, a device
  /// can't remove the files of others.
  private var notes: Set<RemoteName> { remote is GitRemote ? [] : segments.notes }

  private func isNoted(_ segment: SegmentName) -> Bool {
    !notes.isEmpty && segment.note.map(notes.contains) ?? false
  }

  /// Leaves notes on the remote about segments that were damaged at two syncs, for machines that
  /// have their lines. The segments stay there: they may be the only copies.
  private mutating func note(damaged names: [RemoteName]) async throws {
    // Git verifies its objects, and a device can't remove the files of others there.
    guard !isDryRun, !configuration.isFollowed, !(remote is GitRemote) else { return }
    let notes = names.compactMap { name -> RemoteName? in
      guard let segment = SegmentName(name), !isNoted(segment),
        memory.damaged[name.path] == segments.sizes[name]
      else { return nil }
      return segment.note
    }
    guard !notes.isEmpty else { return }
    let bytes = try sealing.sealed(Array("damaged\n".utf8))
    _ = try await SyncFailure.unlessRefused {
      try await remote.put(notes.map { OutgoingFile($0, .bytes(bytes)) })
    }
  }

  private var isFolder: Bool {
    configuration.address.hasPrefix("/") && !configuration.address.hasSuffix(".git")
  }

  /// Receives lines that don't continue those here, as when two machines wrote as one device.
  /// Returns true if there were any.
  private mutating func receiveOthers(without bad: inout Set<RemoteName>) async throws -> Bool {
    guard !isDryRun else { return false }
    let broken = try await repository.brokenDevices()
    var hasMore = false
    for (device, listed) in segments.segments.sorted(by: { $0.key < $1.key }) {
      let isForked = try await repository.isForked(device)
      var unknown = listed.filter { !isKnown($0) && !bad.contains($0.name) }
      guard !unknown.isEmpty else { continue }
      var here: Set<KnownSegment> = []
      if !isForked, !broken.contains(device) {
        // A segment whose last line is here has no other new lines. An incomplete one is sent again
        // under the same name. It may still have bodies that are missing here.
        here = try await repository.storedSegments(unknown.map(\.known), of: device)
        let missing = try await repository.missingBodies()[device] ?? []
        let presumed = unknown.filter {
          here.contains($0.known) && !$0.contains(anyOf: missing)
        }
        unknown.removeAll { presumed.contains($0) }
        for (name, path) in try await download(presumed.map(\.name)) {
          if let bytes = SyncFolder.bytes(path), SegmentName(name)?.matches(bytes) == true {
            recordKey(of: name, bytes)
            recordKnown(name)
          }
          FileSystem.unlink(path)
        }
      }
      guard !unknown.isEmpty else { continue }
      var files: [RemoteName: String] = [:]
      let old = missingOldLogs(beforeLines: true, without: bad)
      for (name, path) in try await download(unknown.map(\.name) + old) { files[name] = path }
      let there = unknown.filter { files[$0.name] != nil }
      let opened = open(there, files, &bad)
      let oldLogs = open(old: old, files, &bad)
      let whole = there.filter { !bad.contains($0.name) }
      let received = try await repository.receive(opened, oldLogs: oldLogs.map(\.bytes), trust)
      record(oldLogs, received)
      for path in files.values { FileSystem.unlink(path) }
      for (place, segment) in whole.enumerated() {
        reach[segment.name] = received.reach[place]
        let isHere = here.contains(segment.known) && received.reach[place] == nil
        if isHere || received.complete.contains(place) { recordKnown(segment.name) }
      }
      try await record(received, files: files.count)
      for issue in received.issues { try await report(issue) }
      hasMore = hasMore || received.lines > 0
    }
    return hasMore
  }

  /// Records that all lines of a listed segment are on this machine.
  private mutating func recordKnown(_ name: RemoteName) {
    // Don't count them as unsent, even if this sync fails later.
    if let segment = SegmentName(name) {
      memory.sent[segment.device] = max(
        memory.sent[segment.device] ?? 0, segment.numbers.upperBound)
    }
    let known = memory.segments[name.path]
    if let known, !known.isDoubtful, known.size == listing.files[name] { return }
    // Even if its lines were here: a sync that was stopped may have received removals in them.
    memory.needsTidying = true
    memory.segments[name.path] = RemoteMemory.Segment(
      put: known?.put, removals: known?.removals ?? memory.removals, size: listing.files[name],
      lackedBodies: known?.lackedBodies ?? 0)
  }

  /// Returns true if all lines of a segment are on this machine and the remote's file has kept its
  /// size: without encryption, a different file can get the same name.
  func isKnown(_ segment: SegmentName) -> Bool {
    guard let known = memory.segments[segment.name.path], !known.isPending,
      oversized[segment.name] == nil
    else { return false }
    return known.size == nil || known.size == segments.sizes[segment.name]
  }

  /// Reports a remote with fewer lines than before: an old copy of it was restored.
  private mutating func reportLostLines() {
    for (device, number) in memory.sent where segments.last(of: device) < number {
      let line = SyncPass.rolledBack
      if !result.issues.contains(line) { result.issues.append(line) }
      memory.sent[device] = segments.last(of: device)
    }
  }
}
