import DiaryApp
import DiaryCore
import Words

extension CommandError {
  var korean: String {
    switch self {
    case .output(let reason):
      "결과를 쓰지 못했습니다: \(reason). 그 전에 저장한 것은 그대로입니다."
    case .readerIsGone:
      "결과를 읽는 프로그램이 없습니다."
    case .notATerminal:
      "다이어리는 터미널에서만 열립니다. 스크립트에서 쓸 명령은 `photodiary --help`로 볼 수 있습니다."
    case .noSuchPhoto(let prefix):
      Words.korean("일기에 사진 \(prefix){이/가} 없습니다.")
        + " `photodiary show --format json`으로 사진을 볼 수 있습니다."
    case .ambiguousPhoto(let prefix, let count):
      Words.korean("이름이 \(prefix){으로/로} 시작하는 사진이 \(count)장입니다. 더 길게 쓰세요.")
    case .noSuchAttachment(let prefix):
      Words.korean("일기에 첨부 파일 \(prefix){이/가} 없습니다.")
        + " `photodiary show --format json`으로 첨부 파일을 볼 수 있습니다."
    case .ambiguousAttachment(let prefix, let count):
      Words.korean("이름이 \(prefix){으로/로} 시작하는 첨부 파일이 \(count)개입니다. 더 길게 쓰세요.")
    case .noPhotoDate(let name):
      name.map {
        Words.korean("\($0)에 찍은 날짜가 없습니다. --date에 날짜를 쓰세요.")
      } ?? "--date photo에는 사진이 필요합니다. --photo로 지정하세요."
    case .template(let name, let fault):
      fault.line(name)
    case .journalHasEntries(let name, let count):
      Words.korean("“\(name)”에 \(CountWords.entries(count)){이/가} 있습니다.")
        + " 어떻게 할지 --move-to나 --trash로 알려 주세요."
    case .noTemporaryFolder(let reason):
      "임시 폴더를 만들 수 없습니다: \(reason). 공간이 있는 폴더를 TMPDIR에 지정하세요."
    case .noImport:
      "되돌릴 가져오기가 없습니다. 마지막으로 되돌린 뒤로 여기에서 가져온 것이 없습니다."
    case .report(let path, let reason):
      Words.korean("보고서 \(path){을/를} 쓸 수 없습니다: \(reason). 다른 파일을 지정하세요.")
    case .log(let path, let reason):
      Words.korean("로그 \(path){을/를} 쓸 수 없습니다: \(reason). PHOTODIARY_LOG를 확인하세요.")
    case .passphrase(.noTerminal):
      "암호를 물어볼 터미널이 없습니다. --passphrase-file로 알려 주세요."
    case .passphrase(.empty): "암호가 비어 있어 내보내지 않았습니다."
    case .passphrase(.different): "두 암호가 서로 달라 내보내지 않았습니다."
    case .passphrase(.stopped): "멈추었습니다. 내보낸 것은 없습니다."
    case .passphrase(.unreadable(let path, let reason)):
      "\(path)에서 암호를 읽을 수 없습니다: \(reason). 내보낸 것은 없습니다."
    case .textKept(let file, let reason):
      "\(reason) 쓴 글은 \(file)에 남아 있습니다."
    }
  }
}
