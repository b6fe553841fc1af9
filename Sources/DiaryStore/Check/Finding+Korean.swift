import DiaryCore
import System

extension Finding {
  var korean: String { "\(place): \(words)" }

  private var place: String {
    guard let line else { return file }
    return "\(file) \(line)번째 줄" + (byte.map { " (\($0)바이트째)" } ?? "")
  }

  private var words: String {
    switch kind {
    case .tornLine: "쓰다가 잘린 줄입니다. 저장되었다고 알린 적은 없습니다"
    case .orphanAsset: "이 \(thing)을 쓰는 일기가 없습니다"
    case .temporaryFile where Path.name(file).hasPrefix(DurableFile.temporaryPrefix):
      "쓰다가 끊긴 파일이 남아 있습니다"
    case .temporaryFile where isUnfinishedAppend:
      "여러 일기를 저장하는 중이거나 저장하다가 끊겼습니다. 끝나기 전에는 다이어리에 들지 않습니다"
    case .temporaryFile: "다이어리를 복사하는 프로그램 등 다른 프로그램의 파일이므로 그대로 둡니다"
    case .unknownFile: "이 다이어리의 파일이 아닙니다. 복구하면 다른 곳으로 옮깁니다"
    case .missingParent: "앞선 저장본이 여기에 없습니다\(ofEntry)"
    case .openToOthers: "이 컴퓨터의 다른 사용자가 볼 수 있습니다"
    case .damagedLine: "줄이 손상되어 내용을 믿을 수 없습니다\(ofEntry)"
    case .doubtfulLine:
      "줄이 잘렸습니다. 다음 줄을 0.1.0 버전이 썼으므로 저장된 줄이었는지 알 수 없습니다"
    case .missingLine:
      line == nil ? "끝에 있던 저장된 줄이 없어졌습니다" : "이 줄 앞에 있던 저장된 줄이 없어졌습니다"
    case .lostText: "로그가 잃은 저장본이 들어 있습니다\(ofEntry). 필요한 글을 옮긴 뒤 파일을 지우세요"
    case .shortLog: "색인을 만들 때 있던 줄이 없어졌습니다\(ofEntry)"
    case .missingAsset: "\(thing) 파일이 없습니다\(ofEntry)"
    case .damagedAsset: "\(thing)의 내용이 이름과 다릅니다\(ofEntry)"
    case .unreadable: "읽을 수 없습니다\(ofEntry)"
    case .unreadableIndex: "색인이 아닙니다. 다이어리의 로그에 모두 있습니다"
    case .wrongIndex: "로그와 다릅니다\(ofEntry)"
    case .missingOwner: "없습니다. 그래서 지금 있는 일기를 아무도 편집할 수 없습니다"
    case .damagedOwner: "다이어리의 글쓴이가 적혀 있지 않습니다"
    case .missingFormat: "없습니다. 이 프로그램 없이 다이어리를 읽는 방법을 적은 파일입니다"
    case .damagedJournals:
      "일기장 목록이 아닙니다. 색과 순서를 잃었을 수 있지만, 일기에는 일기장 이름이 적혀 있습니다"
    case .damagedFormat: "이것이 다이어리이며 어떤 형식인지 적혀 있지 않습니다"
    }
  }

  private var thing: String { MediaType.isPhoto(named: file) ? "사진" : "첨부 파일" }

  private var ofEntry: String { entry.map { " (일기 \($0))" } ?? "" }
}

extension Remedy {
  var korean: String {
    switch self {
    case .repair: "`photodiary verify --repair`는 고칠 수 있는 것을 고치고 나머지는 따로 옮깁니다."
    case .otherDevice: "다른 기기의 손상된 줄은 그 기기에서 복구하세요."
    case .copy: "없어진 사진은 다시 추가하거나 다이어리의 사본에서 가져오면 돌아옵니다."
    case .person: "set-aside/에서 남길 글을 옮긴 뒤 파일을 지우세요."
    case .system: "읽을 수 없는 것은 디스크나 권한 문제일 수 있습니다."
    }
  }
}
