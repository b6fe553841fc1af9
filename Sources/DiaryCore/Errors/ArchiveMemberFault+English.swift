extension ArchiveMemberFault {
  package var english: String {
    switch self {
    case .absolutePath: "its path begins at the root of the system"
    case .climbsOut: "its path leads out of the archive"
    case .controlCharacters: "its name has control characters"
    case .notUTF8: "its name is not UTF-8"
    case .longName: "its name is too long"
    case .tooDeep: "it lies too deep in folders"
    case .link: "it is a link"
    case .special: "it is a device or a pipe"
    case .encrypted: "it is encrypted"
    case .tooLarge: "it is too large"
    case .duplicate: "another one has its name"
    }
  }
}
