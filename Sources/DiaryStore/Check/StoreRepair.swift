import DiaryCore
import Glibc

/// Puts a damaged store in order without throwing anything of a person's away: what can't be
/// read is moved to `set-aside/`, and the index is made again.
package struct StoreRepair: Sendable {
  private let layout: StoreLayout
  private let deviceFile: DeviceFile
  private let now: @Sendable () -> Timestamp

  /// How old a left-over temporary file must be: a younger one may be another program's.
  private static let oldEnough: Int64 = 86_400

  package init(root: String, devicePath: String, now: @escaping @Sendable () -> Timestamp) {
    layout = StoreLayout(root: root)
    deviceFile = DeviceFile(path: devicePath)
    self.now = now
  }

  /// Does what can be done and tells of each step. Other programs wait meanwhile.
  package func run(_ report: (RepairAction) -> Void) throws(DiaryError) {
    var findings: [Finding] = []
    // Before the lock, for nothing is to be made where there is no store.
    _ = try StoreVerifier(root: layout.root).run { findings.append($0) }
    guard findings.contains(where: isRepairable) else { return }
    let lock = try FileLock(layout.lock)
    // Once more: somebody may have written while this waited.
    findings = []
    _ = try StoreVerifier(root: layout.root).run { findings.append($0) }

    let hasDamagedLines = findings.contains { $0.kind == .damagedLine }
    // The index first: it may be the only place where a damaged line's text still is, and it must
    // not be there any more when lines have moved.
    if hasDamagedLines || findings.contains(where: isOfIndex) {
      try setAside("index.json", report)
    }
    try repairLogs(findings, report)
    for finding in findings where finding.kind == .damagedAsset {
      try setAside(finding.file, report)
    }
    for finding in findings where finding.kind == .temporaryFile {
      try removeTemporary(finding.file, report)
    }
    if SystemCalls.information(layout.index) == nil, SystemCalls.isFolder(layout.logs) {
      var index = try IndexRebuild(layout: layout).build(in: layout.root)
      try index.commit(as: layout.index)
      report(.indexRebuilt)
    }
    _ = consume lock
  }

  private func isRepairable(_ finding: Finding) -> Bool {
    switch finding.kind {
    case .damagedLine, .damagedAsset, .temporaryFile: true
    default: isOfIndex(finding)
    }
  }

  private func isOfIndex(_ finding: Finding) -> Bool {
    switch finding.kind {
    case .unreadableIndex, .wrongIndex, .shortLog: true
    default: false
    }
  }

  // MARK: Logs

  /// The oldest first, so that a stop in between leaves the later states of entries.
  private func repairLogs(
    _ findings: [Finding], _ report: (RepairAction) -> Void
  ) throws(DiaryError) {
    let damaged = findings.filter { $0.kind == .damagedLine }
    guard !damaged.isEmpty else { return }
    let own = "log/\(try deviceFile.id())/"
    let lines = Dictionary(grouping: damaged, by: \.file)
    for (file, found) in lines.sorted(by: { $0.key < $1.key }) {
      guard file.hasPrefix(own) else {
        report(.otherDevice(log: file))
        continue
      }
      let name = String(file.dropFirst("log/".count))
      let places = Set(found.compactMap(\.byte))
      let target = try move(places, outOf: name)
      report(.linesSetAside(log: file, count: places.count, to: relative(target)))
    }
  }

  /// Copies lines to a file in `set-aside/`, then writes the log without them.
  private func move(_ places: Set<Int>, outOf name: String) throws(DiaryError) -> String {
    let target = Path.join(layout.setAside, name)
    try SystemCalls.makeFolders(Path.parent(target))
    let log = layout.log(name)
    let reader = LogReader(layout: layout)
    let kept = try OpenFile(target, O_WRONLY | O_CREAT | O_APPEND)
    var rest = try DurableFile(in: Path.parent(log))
    try reader.forEachLine(of: name) { line throws(DiaryError) in
      if places.contains(line.place.offset) {
        try kept.write(line.bytes)
        try kept.write([0x0A])
      } else {
        try rest.write(line.bytes)
        if !line.isTorn { try rest.write([0x0A]) }
      }
    }
    try kept.sync()
    try SystemCalls.sync(folder: Path.parent(target))
    try rest.commit(as: log)
    return target
  }

  // MARK: Files

  private func setAside(
    _ file: String, _ report: (RepairAction) -> Void
  ) throws(DiaryError) {
    let source = Path.join(layout.root, file)
    guard SystemCalls.information(source) != nil else { return }
    var target = Path.join(layout.setAside, file)
    var number = 1
    while SystemCalls.information(target) != nil {
      number += 1
      target = Path.join(layout.setAside, "\(file).\(number)")
    }
    try SystemCalls.makeFolders(Path.parent(target))
    try SystemCalls.rename(source, to: target)
    try SystemCalls.sync(folder: Path.parent(target))
    try SystemCalls.sync(folder: Path.parent(source))
    report(.fileSetAside(file, to: relative(target)))
  }

  private func removeTemporary(
    _ file: String, _ report: (RepairAction) -> Void
  ) throws(DiaryError) {
    let path = Path.join(layout.root, file)
    guard let found = SystemCalls.information(path), found.st_mode & S_IFMT == S_IFREG,
      now().seconds - Int64(found.st_mtim.tv_sec) > Self.oldEnough
    else { return }
    try SystemCalls.remove(path)
    report(.temporaryRemoved(file))
  }

  private func relative(_ path: String) -> String { String(path.dropFirst(layout.root.count + 1)) }
}
