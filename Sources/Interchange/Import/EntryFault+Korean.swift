import DiaryCore
import Words

extension EntryFault {
  var korean: String {
    switch self {
    case .notUTF8(let byte): "\(byte)바이트째에서 UTF-8 텍스트가 아닙니다"
    case .notText: "0인 바이트가 많아 글이 아닙니다. 글이라면 UTF-8로 저장하세요"
    case .notUTF16: "첫 바이트와 달리 UTF-16 글이 아닙니다"
    case .notYAML(let fault): fault.korean
    case .noMarkupLibrary: "HTML이나 XML인데 여기서는 읽을 수 없습니다. libxml2를 설치하세요"
    case .tangledMarkup: "HTML이나 XML이 너무 복잡해 읽을 수 없습니다"
    case .notJSON(let byte): "\(byte)바이트째에서 올바른 JSON이 아닙니다"
    case .tooDeep: "JSON이 \(JSONParser.deepest)단계보다 깊습니다"
    case .notAnObject: "JSON 객체가 아닙니다"
    case .tooLong: "\(JSONRows.longest >> 20)MiB보다 깁니다"
    case .unreadable: "읽을 수 없습니다"
    case .brokenArray: "JSON 배열이 제대로 끝나지 않습니다"
    case .noDate: "날짜가 없습니다"
    case .invalidDate(let text): Words.korean("“\(text)”{은/는} 날짜가 아닙니다")
    case .invalidMember(let name): "“\(name)”의 값이 올바르지 않습니다"
    case .repeatedID: "같은 id의 다른 일기가 이미 있습니다"
    case .empty: "일기가 비어 있습니다"
    case .encrypted: "암호화되어 있습니다. 암호를 풀어 내보내세요"
    case .noPhotoFile(let photo): "사진 \(photo)의 파일이 없습니다"
    case .photo(let path, let fault): DiaryError.photo(path: path, fault).line
    case .noAttachmentFile(let name): "첨부 파일 \(name)의 파일이 없습니다"
    case .fileOutside(let path):
      Words.korean("파일 \(path){은/는} 가져올 폴더의 밖에 있어 읽지 않습니다. 폴더 안에 복사하세요")
    case .attachment(let path, let fault): DiaryError.attachment(path: path, fault).line
    }
  }
}

extension YAMLFault {
  var korean: String {
    switch self {
    case .noLibrary: "여기서는 YAML을 읽을 수 없습니다. libyaml을 설치하세요(Debian에서는 libyaml-0-2)"
    case .invalid(let line): "\(line)번째 줄에서 YAML이 아닙니다"
    case .alias(let line):
      "\(line)번째 줄에서 *가 다른 값을 가리키지만 따라가지 않습니다. 그 값을 직접 쓰세요"
    case .name(let line): "\(line)번째 줄에서 이름이 있을 곳에 목록이 있습니다"
    case .tooDeep(let line): "\(line)번째 줄에서 128단계보다 깊습니다"
    case .tooLarge: "YAML에 든 것이 너무 많습니다"
    }
  }
}
