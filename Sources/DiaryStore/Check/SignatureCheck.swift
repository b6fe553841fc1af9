import DiaryCore
import DiaryKeys
import System

/// Finds lines that their device can't have written, or that nothing proves: each append of a device
/// ends in a line that it has signed, and the sums join that line to all before. Lines of version 0.1.0
/// are proved by the founding line.
struct SignatureCheck {
  /// How far a device's lines have been read.
  private struct Progress {
    /// The first line since the last signed one.
    var unsigned: StoreIssue?
    /// The last numbered line.
    var previous: (sum: ID<Revision>, number: Int)?
    var named: Set<ID<Revision>> = []
  }

  /// The ids of the diary: several, where copies that went on apart were brought together.
  private var diaries: [ID<FoundedDiary>] = []
  private var keys: [ID<Device>: VerifyingKey] = [:]
  private let layout: StoreLayout
  /// What the beginnings of logs may be, the latest last.
  private var vouched: [String: [VouchedLog]] = [:]
  /// The sums of lines that were taken out, as the lines after them name them.
  private(set) var removed: Set<ID<Revision>> = []
  /// The sums of the lines before those: the signature may have gone with what followed.
  private var vouchedLines: Set<ID<Revision>> = []
  private var devices: [ID<Device>: Progress] = [:]
  /// The lines that two may follow, for each tells of a machine that wrote as the same device.
  private var forks: Set<ForkRecord> = []
  /// Up to where the log that is being read is vouched for.
  private var provenEnd = 0

  /// Reads what is told of devices. A log that can't be read tells nothing.
  init(_ reader: LogReader) throws(DiaryError) {
    layout = reader.layout
    for (name, _) in try reader.logs() {
      _ = try? reader.forEachLine(of: name) { line in
        if let record = RecordLine(line.bytes) { take(record) }
      }
    }
  }

  /// What the beginning of each log is now.
  var latestVouched: [VouchedLog] { vouched.values.compactMap(\.last).sorted { $0.log < $1.log } }

  /// What is to be vouched for of logs once some of their lines have gone.
  func vouched(
    for logs: [String], without isGoing: (LogLine) -> Bool
  ) throws(DiaryError) -> [VouchedLog] {
    var rest: [VouchedLog] = []
    for log in logs {
      guard let known = vouched[log]?.last else { continue }
      rest.append(try known.without(isGoing, in: layout))
    }
    return rest
  }

  private mutating func take(_ line: RecordLine) {
    switch line.record {
    case .founding(let founding):
      if let diary = ID<FoundedDiary>(line.id.description) { diaries.append(diary) }
      take(founding.logs)
      if keys[line.device] == nil { keys[line.device] = founding.device.key }
    // The first one counts: no later line gives a device another key.
    case .device(let device): if keys[line.device] == nil { keys[line.device] = device.key }
    case .removal(let removal):
      removed.formUnion(removal.gaps.flatMap(\.steps).map(\.line))
      vouchedLines.formUnion(removal.gaps.compactMap(\.before))
      take(removal.logs)
    case .fork(let fork):
      forks.insert(fork)
      // The line that both follow may be gone for good.
      if let before = fork.line { removed.insert(before) }
    default: break
    }
  }

  private mutating func take(_ logs: [VouchedLog]) {
    for log in logs { vouched[log.log, default: []].append(log) }
  }

  /// Begins with another log.
  mutating func begin(_ name: String) -> [StoreIssue] {
    provenEnd = 0
    guard let known = vouched[name], let file = try? layout.log(name).map() else { return [] }
    defer { withExtendedLifetime(file) {} }
    provenEnd = known.filter { $0.matches(file.bytes) }.map(\.size).max() ?? 0
    return provenEnd > 0 || known.contains { $0.size == 0 }
      ? [] : [StoreIssue(.changedLog, "log/\(name)")]
  }

  /// Takes the next sound line in, which says to be of `device`.
  mutating func take(
    _ line: LogLine, _ sum: ID<Revision>, of device: ID<Device>, at place: StoreIssue,
    isKnown: Bool
  ) -> [StoreIssue] {
    guard StoreLayout.device(ofLog: line.place.log) == device else {
      return [place.of(.foreignLine)]
    }
    guard let link = ChainLink(of: line.bytes) else {
      guard !diaries.isEmpty, line.place.offset >= provenEnd else { return [] }
      return [place.of(devices[device]?.previous != nil ? .unsignedLine : .unprovenLine)]
    }
    var progress = devices[device, default: Progress()]
    defer { devices[device] = progress }
    var findings: [StoreIssue] = []
    if let before = link.previous, !isKnown, !progress.named.insert(before).inserted,
      !forks.contains(ForkRecord(of: device, after: before))
    {
      findings.append(place.of(.forkedLine))
    } else if let previous = progress.previous, link.previous == previous.sum,
      link.number != previous.number + 1
    {
      findings.append(place.of(.forkedLine))
    }
    progress.previous = (sum, link.number)
    guard let signature = LineSignature(in: line.bytes) else {
      progress.unsigned = vouchedLines.contains(sum) ? nil : progress.unsigned ?? place
      return findings
    }
    progress.unsigned = nil
    // It was founded anew since then.
    guard line.place.offset >= provenEnd else { return findings }
    guard let key = keys[device], !diaries.isEmpty else { return findings }
    let isValid = diaries.contains { diary in
      signature.isValid(for: line.bytes, diary: diary, device: device, key: key)
    }
    return findings + (isValid ? [] : [place.of(.badSignature)])
  }

  /// Takes the next line in that can't be read: a signature may have stood in it.
  mutating func takeUnreadable(_ line: LogLine) {
    guard let device = StoreLayout.device(ofLog: line.place.log) else { return }
    devices[device]?.unsigned = nil
  }

  /// The lines that no signature follows.
  func end() -> [StoreIssue] { devices.values.compactMap { $0.unsigned?.of(.unsignedLine) } }
}
