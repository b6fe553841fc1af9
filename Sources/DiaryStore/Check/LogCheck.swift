import DiaryCore
import System

/// Checks every line of the logs, and gathers what they refer to.
struct LogCheck {
  let layout: StoreLayout
  /// Each file that a revision names: its path within the store and the first entry.
  private(set) var assets: [String: ID<Entry>] = [:]
  private(set) var lines = 0
  /// Parents that no line has shown yet, with the place of the first that names them.
  private var awaited: [ID<Revision>: StoreIssue] = [:]
  private(set) var seen: Set<ID<Revision>> = []
  /// What holds for the diary, by its logs.
  private(set) var records = DiaryRecords()

  /// What the devices have noted of their last lines.
  private let noted: [LastLine]

  /// What was noted is read before the logs, which may grow meanwhile; of a copy it is given.
  init(layout: StoreLayout, noted: [LastLine]? = nil) throws(DiaryError) {
    self.layout = layout
    if let noted { self.noted = noted } else { self.noted = try LastLine.all(in: layout) }
  }

  /// Whether the logs hold entries.
  private(set) var hasRevisions = false

  mutating func run(_ report: (StoreIssue) -> Void) throws(DiaryError) {
    try checkNames(report)
    if layout.isEncrypted { try PieceCheck(layout: layout).run(report) }
    let index = (try? layout.map(layout.index)).flatMap { IndexFile($0) }
    var chain = ChainCheck(
      indexed: index?.logs.mapValues(\.offset) ?? [:], noted: noted)
    let reader = LogReader(layout: layout)
    var signatures = try SignatureCheck(reader)
    for (name, _) in try reader.logs() {
      let file = "log/\(name)"
      var number = 0
      chain.begin()
      signatures.begin(name).forEach(report)
      do throws(DiaryError) {
        try reader.forEachLine(of: name) { line in
          number += 1
          let place = StoreIssue(.damagedLine, file, line: number, byte: line.place.offset)
          check(line, place, &chain, &signatures).forEach(report)
        }
        chain.end().forEach(report)
      } catch {
        report(StoreIssue(.unreadable, file))
      }
      lines += number
    }
    let missing = chain.missing(seen: seen, removed: signatures.removed)
    for finding in (missing + signatures.end() + awaited.values).sorted(by: Self.isBefore) {
      report(finding)
    }
  }

  /// Returns what is known by then.
  private mutating func check(
    _ line: LogLine, _ place: StoreIssue, _ chain: inout ChainCheck,
    _ signatures: inout SignatureCheck
  ) -> [StoreIssue] {
    var place = place
    let record = RecordLine(line.bytes)
    let revision = record == nil ? RevisionLine.decode(line.bytes) : nil
    guard let id = record?.id ?? revision?.id, let device = record?.device ?? revision?.device
    else {
      place.entry = LineCheck.entry(of: line.bytes)
      signatures.takeUnreadable(line)
      return chain.takeUnreadable(line, place)
    }
    var findings = chain.take(line, id, place, seen: seen)
    if line.isTorn {
      findings.append(place.of(chain.hadEnd(line, id) ? .damagedLine : .tornLine))
    } else {
      findings += signatures.take(line, id, of: device, at: place, isKnown: seen.contains(id))
    }
    seen.insert(id)
    findings += chain.see(id)
    if let record { records.apply(record, ClockHorizon()) }
    guard let revision else { return findings }
    hasRevisions = true
    awaited[revision.id] = nil
    for parent in revision.parents where !seen.contains(parent) {
      awaited[parent] = StoreIssue(
        .missingParent, place.file, line: place.line, byte: place.byte, entry: revision.entry.id)
    }
    for file in revision.entry.files {
      let path = layout.relativePath(of: file)
      if assets[path] == nil { assets[path] = revision.entry.id }
    }
    return findings
  }

  private func checkNames(_ report: (StoreIssue) -> Void) throws(DiaryError) {
    for device in try FileSystem.names(in: layout.logs) {
      let folder = Path.join(layout.logs, device)
      guard FileSystem.isFolder(folder), !StoreIssue.isTemporary(device) else {
        report(StoreIssue.stray("log/\(device)", named: device))
        continue
      }
      for name in try FileSystem.names(in: folder) {
        let found = FileSystem.status(of: Path.join(folder, name))
        let isLog = layout.isEncrypted ? LogPiece(name) != nil : LogReader.isLog(name)
        let isSpare = layout.isEncrypted && SparePiece.Place(name) != nil
        if isLog || isSpare, found?.isRegularFile ?? true { continue }
        report(StoreIssue.stray("log/\(device)/\(name)", named: name))
      }
    }
  }

  private static func isBefore(_ left: StoreIssue, _ right: StoreIssue) -> Bool {
    (left.file, left.byte ?? 0) < (right.file, right.byte ?? 0)
  }
}

extension StoreIssue {
  /// Of a file that is none of the store's.
  static func stray(_ file: String, named name: String) -> StoreIssue {
    StoreIssue(isTemporary(name) ? .temporaryFile : .unknownFile, file)
  }

  /// Whether a name is that of a file on its way: of a write of this program's, or of a program
  /// that copies the diary (rsync and Syncthing hide theirs; others use these endings).
  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasSuffix(".tmp") || name.hasSuffix(".partial")
  }
}

/// What is wrong with a line of a log that is no revision.
enum LineCheck {
  private static let opening = Array("{\"entry\":\"".utf8)

  /// The entry that a line says it is of, or a comment on. A damaged line may say anything.
  static func entry(of line: UnsafeRawBufferPointer) -> ID<Entry>? {
    if RecordLine.isOne(line) { return CommentRecord.isOne(line) ? comment(in: line)?.entry : nil }
    guard line.starts(with: opening) else { return nil }
    return ID(String(decoding: line.dropFirst(opening.count).prefix(32), as: UTF8.self))
  }

  private static func comment(in line: UnsafeRawBufferPointer) -> EntryComment? {
    RecordLine(line)?.record.comment
  }

  /// Whether the line is the beginning of one that was never written whole, rather than one that
  /// was damaged later: JSON that ends too early, with the zeros that a file system may leave
  /// where nothing was written.
  static func isTorn(_ line: UnsafeRawBufferPointer) -> Bool {
    var written = line[...]
    while written.last == 0 { written = written.dropLast() }
    if written.isEmpty { return true }
    guard !RevisionLine.endsWithSum(line) else { return false }
    do throws(JSONParser.Failure) {
      _ = try JSONParser.parse(UnsafeRawBufferPointer(rebasing: written))
      return false
    } catch {
      return error.offset == written.count
    }
  }
}
