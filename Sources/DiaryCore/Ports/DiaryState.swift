/// In what state a diary is, as scripts and people are told it.
package enum DiaryState: String, CaseIterable, Hashable, Sendable {
  case available
  case empty
  /// It can be read, but nothing can be saved.
  case readOnly = "read-only"
  case locked
  case damaged
  case newerFormat = "newer-format"
  case missing
  case noPermission = "no-permission"
  case unavailable = "temporarily-unavailable"

  /// For a person, in a few words.
  package var words: String {
    switch self {
    case .available: "available"
    case .empty: "empty"
    case .readOnly: "read-only"
    case .locked: "locked by another program"
    case .damaged: "damaged"
    case .newerFormat: "of a newer format"
    case .missing: "missing"
    case .noPermission: "no permission"
    case .unavailable: "temporarily unavailable"
    }
  }
}

extension StoreFault {
  /// The state that a diary with this fault is in.
  package var state: DiaryState {
    switch self {
    case .missing, .notAFolder: .missing
    case .readOnly: .readOnly
    case .noPermission: .noPermission
    case .newerFormat: .newerFormat
    case .locked: .locked
    case .damaged: .damaged
    case .unavailable, .diskFull, .failed: .unavailable
    }
  }
}
