extension ArchiveMemberFault {
  package var english: String {
    switch self {
    case .absolutePath: "its path is absolute"
    case .climbsOut: "its path leads out of the archive"
    case .controlCharacters: "its name has control characters"
    case .notUTF8: "its name isn't UTF-8"
    case .longName: "its name is too long"
    case .tooDeep: "it's nested too deeply"
    case .link: "it's a link"
    case .special: "it's a device or a pipe"
    case .encrypted: "it's encrypted"
    case .tooLarge: "it's too large"
    case .duplicate: "another file has the same name"
    }
  }
}
