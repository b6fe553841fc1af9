import DiaryCore

/// Lines of a shared diary that are kept and not shown, for nobody may write them.
struct LineRefusal: Hashable, Sendable {
  typealias Reason = RefusedLines.Reason

  let device: ID<Device>
  let reason: Reason

  init(_ device: ID<Device>, _ reason: Reason) { (self.device, self.reason) = (device, reason) }

  /// `true` if this machine wrote the line and still shows it.
  var isShown: Bool { reason == .unshared }

  /// The refusal on the machine that wrote the line.
  var onItsMachine: Self {
    switch reason {
    case .removed, .reader, .unproved, .stranger: Self(device, .unshared)
    case .foreignAuthor, .wrongFolder, .notAnOwner, .malformed, .unshared: self
    }
  }
}

extension LineRefusal {
  /// The refusal of a sound line that is neither a revision nor a record; `nil` for one that is damaged, or
  /// whose body was cut off.
  init?(malformed line: UnsafeRawBufferPointer, in folder: ID<Device>?) {
    guard let folder, ChainStep(of: line, in: folder) != nil,
      [.sound, .none].contains(RevisionLine.bodyState(of: line))
    else { return nil }
    self.init(folder, .malformed)
  }
}

extension LineRefusal: Comparable {
  static func < (one: Self, other: Self) -> Bool {
    (one.device, one.reason.rawValue) < (other.device, other.reason.rawValue)
  }
}

/// How many lines were refused.
extension [LineRefusal: Int] {
  init?(refusals json: JSONValue) {
    guard let values = json.array else { return nil }
    self = [:]
    for value in values {
      guard let parts = value.array, parts.count == 3,
        let device = parts[0].string.flatMap({ ID<Device>($0) }),
        let reason = parts[1].string.flatMap({ LineRefusal.Reason(rawValue: $0) }),
        let count = parts[2].integer
      else { return nil }
      self[LineRefusal(device, reason)] = count
    }
  }

  var refusalsJSON: JSONValue {
    .array(
      sorted { $0.key < $1.key }.map { refusal, count in
        .array([
          .string(refusal.device.description), .string(refusal.reason.rawValue), .integer(count),
        ])
      })
  }

  mutating func count(_ refusal: LineRefusal) { self[refusal, default: 0] += 1 }
}

extension Revision {
  /// The revision as this machine shows it in spite of a refusal; `nil` if it doesn't.
  func shown(_ refusal: LineRefusal?) -> Self? {
    guard let refusal else { return self }
    var revision = self
    revision.entry.isUnshared = true
    return refusal.isShown ? revision : nil
  }
}
