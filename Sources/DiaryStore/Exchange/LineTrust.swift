import Age
import DiaryCore
import DiaryKeys

/// Whose lines are taken that come from elsewhere.
package enum LineTrust: Sendable {
  /// Everybody's: the place where they lay is the person's own.
  case everyone
  /// Those of devices that have had one of these keys. Those of them that aren't confirmed count once
  /// a line tells of them that does itself.
  case holders([DiaryKey], confirmed: Set<AgeRecipient>)
  /// Those of people's devices, in the diary of that id that several share; which of their lines count
  /// is for `DiaryPeople` to say.
  case members(ID<FoundedDiary>)

  /// The diary whose lines alone are taken, where it is known.
  var diary: ID<FoundedDiary>? { if case .members(let diary) = self { diary } else { nil } }
}

extension LineTrust {
  /// What the lines of a device are checked with, if it may write to the diary: it is known already, a
  /// device that may has given it a key, or it proves that it has one. `nil` if it may not.
  func key(of arrived: ArrivedLines, _ known: DiaryRecords) -> VerifyingKey? {
    let device = arrived.device
    if case .members(let diary) = self { return key(of: arrived, known, in: diary) }
    if let record = known.device(device) { return record.key }
    let own = arrived.lines.first { $0.link.number == 1 }?.record?.record.device
    guard let own else { return nil }
    guard case .holders(let keys, let confirmed) = self else { return own.key }
    // A machine keeps its signing key under a new device id.
    if known.knows(own.key) || known.allEpochs.contains(where: { $0.devices.contains(device) }) {
      return own.key
    }
    let told = Set(known.allEpochs.map(\.recipient)).union(confirmed)
    // With an older key its lines come, and are judged with all others (`DiaryRecords.unproved`).
    let current = keys.filter { told.contains($0.identity.recipient) }
    let isProved = arrived.lines.contains { line in
      guard case .device(let record) = line.record?.record else { return false }
      return record.key == own.key
        && record.proof?.isValid(for: device, record, by: current) == true
    }
    return isProved ? own.key : nil
  }

  private func key(
    of arrived: ArrivedLines, _ known: DiaryRecords, in diary: ID<FoundedDiary>
  ) -> VerifyingKey? {
    if let device = known.people?.device(arrived.device) { return device.key }
    // All others are let in by whoever founded it.
    guard let first = arrived.lines.first, first.sum.description == diary.description,
      case .founding(let founding) = first.record?.record
    else { return nil }
    return founding.device.key
  }
}
