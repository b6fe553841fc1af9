import DiaryCore
import Words

extension ImportPlace {
  var korean: String {
    switch self {
    case .file(let name): name
    case .entry(let file, let number, let day):
      "\(file) \(number)번째 일기" + (day.map { "(\($0))" } ?? "")
    case .line(let file, let number): "\(file) \(number)번째 줄"
    }
  }
}

extension ImportProblem {
  var korean: String {
    switch self {
    case .refused(let fault): "거부, \(fault.korean)"
    case .member(let fault): "제외, \(fault.korean)"
    case .archive: "제외, 압축 파일입니다. 따로 가져오세요"
    case .missingPhoto(let name): Words.korean("사진 \(name){이/가} 없습니다")
    case .linkedPhoto(let name):
      Words.korean("사진 \(name){은/는} 링크여서 읽지 않습니다. 가져오려면 그 자리에 파일을 두세요")
    case .photo(let path, let fault):
      "사진을 제외했습니다. " + DiaryError.photo(path: path, fault).line
    case .undrawnPhoto(let name, let problem):
      Words.korean("사진 \(name){을/를} 추가했지만 볼 수 없습니다(\(problem.rawValue))")
    case .missingAttachment(let name): Words.korean("첨부 파일 \(name){이/가} 없습니다")
    case .attachment(let path, let fault):
      "첨부 파일을 제외했습니다. " + DiaryError.attachment(path: path, fault).line
    case .unnamedFile: "제외, 이 파일을 쓰는 일기가 없습니다"
    case .unknownZone(let name):
      Words.korean("시간대 “\(name)”{을/를} 알 수 없어 이곳의 시간으로 합니다")
    case .remotePhoto(let address):
      Words.korean("사진 \(address){은/는} 이 컴퓨터에 없습니다. 링크는 그대로 둡니다")
    case .outsidePhoto(let path):
      Words.korean(
        "사진 \(path){은/는} 가져올 폴더의 밖에 있어 읽지 않습니다. 링크는 그대로 둡니다. 가져오려면 폴더 안에 복사하세요")
    case .unreadDate(let text): Words.korean("“\(text)”{은/는} 날짜가 아니어서 쓰지 않았습니다")
    case .dateOfFile: "날짜가 없어 파일의 날짜를 씁니다"
    case .mendedCharacter: "반쪽 글자가 있어 그 자리에 \u{FFFD} 글자를 넣었습니다"
    case .frontMatter(let fault): "글 앞에 있는 것을 그대로 둡니다. \(fault.korean)"
    case .repeatedName(let name): Words.korean("“\(name)”{이/가} 두 번 있어 마지막 것을 씁니다")
    case .otherFiles(let count): "파일 \(count)개 제외, 일기가 아니고 이 파일을 쓰는 일기도 없습니다"
    case .trashedThere: "제외, 원래 프로그램의 휴지통에 있습니다"
    case .inTrash(let count): "일기 \(count)개가 휴지통에 있어 그대로 둡니다"
    case .byOthers(let count):
      "일기 \(count)개는 다른 사람이 쓴 것이어서 그 사람만 고칠 수 있습니다. --mine을 쓰면 내 일기가 됩니다"
    case .changedThere: "가져온 뒤에 원본이 바뀌었습니다. --update로 가져옵니다"
    case .editedHere: "원본과 여기에서 모두 바뀌어 여기의 것을 그대로 둡니다"
    }
  }
}

extension FrontMatterFault {
  var korean: String {
    switch self {
    case .yaml(let fault): fault.korean
    case .toml(let line): "\(line)번째 줄에서 TOML이 아닙니다"
    case .tooDeep: EntryFault.tooDeep.korean
    case .noTOML: "이 프로그램은 toml++ 없이 만들어져 TOML을 읽지 못합니다"
    }
  }
}
