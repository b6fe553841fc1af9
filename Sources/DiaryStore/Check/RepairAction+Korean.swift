import DiaryCore
import Words

extension RepairAction {
  var korean: String {
    switch self {
    case .linesSetAside(let log, let count, let file):
      Words.korean("\(log): 손상된 줄 \(count)개를 \(file){으로/로} 옮겼습니다")
    case .lossNoted(let log):
      "\(log): 저장된 줄이 없어졌음을 적어 두었습니다. 다이어리의 사본에만 남아 있을 수 있습니다"
    case .lineEnded(let log): "\(log): 마지막 줄의 줄 끝을 되돌렸습니다"
    case .otherDevice(let log): "\(log): 손상된 줄이 있지만 다른 기기의 것입니다. 그 기기에서 복구하세요"
    case .fileSetAside(let name, let file): Words.korean("\(name): \(file){으로/로} 옮겼습니다")
    case .temporaryRemoved(let name): "\(name): 남은 것을 지웠습니다"
    case .indexRebuilt: "index.json: 로그에서 다시 만들었습니다"
    case .ownerRebuilt(let author):
      Words.korean(
        """
        owner.json: 다시 만들었습니다. 일기에 따르면 글쓴이의 id는 \(author.id)이고, 이름은 “\(author.name)”\
        {으로/로} 했습니다(`photodiary author`로 바꿀 수 있습니다)
        """)
    case .formatWritten: "FORMAT.txt: 다시 썼습니다"
    case .orphanRemoved(let name, let bytes): "\(name): 쓰는 일기가 없어 지웠습니다(\(bytes)바이트)"
    case .orphanKept(let name, .young): "\(name): 추가한 지 하루가 안 되어 그대로 두었습니다"
    case .orphanKept(let name, .inDraft): "\(name): 초안에 있어 그대로 두었습니다"
    case .orphanKept(let name, .inUnreadable):
      "\(name): 읽을 수 없는 줄이나 set-aside/의 파일에 이름이 있어 그대로 두었습니다"
    }
  }
}
