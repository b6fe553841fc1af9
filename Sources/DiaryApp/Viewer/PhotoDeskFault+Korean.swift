import DiaryCore
import Words

extension PhotoDeskFault {
  var korean: String {
    switch self {
    case .unreadable(let name):
      Words.korean(
        "다이어리에서 사진 \(name.printable){을/를} 읽을 수 없습니다. `photodiary verify`를 실행하세요.")
    case .insideStore(let folder):
      Words.korean("\(folder.printable){은/는} 다이어리 폴더 안에 있습니다. 다른 곳을 고르세요.")
    case .notAFolder(let path):
      Words.korean("\(path.printable){은/는} 폴더가 아닙니다. 다른 곳을 고르세요.")
    case .locationStays(let name):
      "\(name.printable)의 위치 정보를 확실히 지울 수 없어 복사하지 않았습니다."
        + " 위치 정보를 남기고 복사하세요."
    case .notWritten(let path, let reason):
      Words.korean("\(path.printable){을/를} 쓸 수 없습니다: \(reason). 복사한 것이 없습니다.")
    case .noViewer:
      "xdg-open도 gio도 설치되어 있지 않아 뷰어를 열지 못했습니다. w를 누르면 사진을 폴더로 복사합니다."
    case .viewerFailed(let program):
      Words.korean(
        "뷰어를 열지 못했습니다. \(program){이/가} 이 사진을 열 뷰어나 데스크톱을 찾지 못했습니다.")
    }
  }
}
