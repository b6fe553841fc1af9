import Words

extension ArchiveMemberFault {
  package var words: String {
    switch self {
    case .absolutePath: localized("its path is absolute")
    case .climbsOut: localized("its path leads out of the archive")
    case .controlCharacters: localized("its name has control characters")
    case .notUTF8: localized("its name isn't UTF-8")
    case .longName: localized("its name is too long")
    case .tooDeep: localized("it's nested too deeply")
    case .link: localized("it's a link")
    case .special: localized("it's a device or a pipe")
    case .encrypted: localized("it's encrypted")
    case .tooLarge: localized("it's too large")
    case .duplicate: localized("another file has the same name")
    }
  }
}
