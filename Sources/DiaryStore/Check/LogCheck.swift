import DiaryCore

/// Checks every line of the logs, and gathers what they refer to.
struct LogCheck {
  let layout: StoreLayout
  /// Each file that a revision names: its path within the store and the first entry.
  private(set) var assets: [String: ID<Entry>] = [:]
  private(set) var lines = 0
  /// Parents that no line has shown yet, with the place of the first that names them.
  private var awaited: [ID<Revision>: Finding] = [:]
  private(set) var seen: Set<ID<Revision>> = []

  init(layout: StoreLayout) { self.layout = layout }

  /// Whether the logs hold anything.
  var hasRevisions: Bool { !seen.isEmpty }

  mutating func run(_ report: (Finding) -> Void) throws(DiaryError) {
    try checkNames(report)
    let reader = LogReader(layout: layout)
    for (name, _) in try reader.logs() {
      let file = "log/\(name)"
      var number = 0
      do throws(DiaryError) {
        try reader.forEachLine(of: name) { line in
          number += 1
          check(line, number: number, file: file, report)
        }
      } catch {
        report(Finding(.unreadable, file))
      }
      lines += number
    }
    for finding in awaited.values.sorted(by: Self.isBefore) { report(finding) }
  }

  private mutating func check(
    _ line: LogLine, number: Int, file: String, _ report: (Finding) -> Void
  ) {
    guard let revision = RevisionLine.decode(line.bytes) else {
      let isTorn = line.isTorn || LineCheck.isTorn(line.bytes)
      report(
        Finding(
          isTorn ? .tornLine : .damagedLine, file, line: number, byte: line.place.offset,
          entry: isTorn ? nil : LineCheck.entry(of: line.bytes)))
      return
    }
    if line.isTorn { report(Finding(.tornLine, file, line: number, byte: line.place.offset)) }
    seen.insert(revision.id)
    awaited[revision.id] = nil
    for parent in revision.parents where !seen.contains(parent) {
      awaited[parent] = Finding(
        .missingParent, file, line: number, byte: line.place.offset, entry: revision.entry.id)
    }
    for file in revision.entry.files {
      let path = StoreLayout.relative(file)
      if assets[path] == nil { assets[path] = revision.entry.id }
    }
  }

  private func checkNames(_ report: (Finding) -> Void) throws(DiaryError) {
    for device in try SystemCalls.names(in: layout.logs) {
      let folder = Path.join(layout.logs, device)
      guard SystemCalls.isFolder(folder), !Finding.isTemporary(device) else {
        report(Finding.stray("log/\(device)", named: device))
        continue
      }
      for name in try SystemCalls.names(in: folder) {
        let found = SystemCalls.information(Path.join(folder, name))
        if LogReader.isLog(name), found?.isRegularFile ?? true { continue }
        report(Finding.stray("log/\(device)/\(name)", named: name))
      }
    }
  }

  private static func isBefore(_ left: Finding, _ right: Finding) -> Bool {
    (left.file, left.byte ?? 0) < (right.file, right.byte ?? 0)
  }
}

extension Finding {
  /// Of a file that is none of the store's.
  static func stray(_ file: String, named name: String) -> Finding {
    Finding(isTemporary(name) ? .temporaryFile : .unknownFile, file)
  }

  /// Whether a name is that of a file on its way: of a write of this program's, or of a program
  /// that copies the diary (rsync and Syncthing hide theirs; others use these endings).
  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasSuffix(".tmp") || name.hasSuffix(".partial")
  }
}
