extension ArchiveMemberFault {
  package var korean: String {
    switch self {
    case .absolutePath: "경로가 시스템의 루트에서 시작합니다"
    case .climbsOut: "경로가 압축 파일 밖으로 나갑니다"
    case .controlCharacters: "이름에 제어 문자가 있습니다"
    case .notUTF8: "이름이 UTF-8이 아닙니다"
    case .longName: "이름이 너무 깁니다"
    case .tooDeep: "폴더가 너무 깊습니다"
    case .link: "링크입니다"
    case .special: "장치나 파이프입니다"
    case .encrypted: "암호화되어 있습니다"
    case .tooLarge: "너무 큽니다"
    case .duplicate: "같은 이름이 이미 있습니다"
    }
  }
}
