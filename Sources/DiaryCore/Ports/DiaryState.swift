import Localization

/// In what state a diary is, as scripts and people are told it.
package enum DiaryState: String, CaseIterable, Hashable, Sendable {
  case available
  case empty
  /// It can be read, but nothing can be saved.
  case readOnly = "read-only"
  case encrypted
  case locked
  case damaged
  case newerFormat = "newer-format"
  case missing
  case noPermission = "no-permission"
  case unavailable = "temporarily-unavailable"

  /// For a person, in a few words.
  package var words: String {
    switch self {
    case .available: localized("available")
    case .empty: localized("empty")
    case .readOnly: localized("read-only")
    case .encrypted: localized("encrypted")
    case .locked: localized("locked by another program")
    case .damaged: localized("damaged")
    case .newerFormat: localized("newer format")
    case .missing: localized("missing")
    case .noPermission: localized("no permission")
    case .unavailable: localized("temporarily unavailable")
    }
  }
}

extension StoreError {
  /// The state that a diary with this fault is in.
  package var state: DiaryState {
    switch self {
    case .missing, .gone, .notArrived, .notAFolder: .missing
    case .readOnly: .readOnly
    case .noPermission: .noPermission
    case .newerFormat: .newerFormat
    case .encrypted, .foreignRecipient, .encryptedCopy, .converted, .notConverted: .encrypted
    case .locked: .locked
    case .damaged: .damaged
    case .unavailable, .diskFull, .failed: .unavailable
    }
  }
}
