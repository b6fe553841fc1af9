import DiaryCore
import Words

extension ExportProblem {
  var korean: String {
    let reason =
      switch fault {
      case .missing: "파일이 없거나 읽을 수 없습니다. `photodiary verify`를 실행하세요"
      case .locationNotRemoved(.unavailable):
        "photodiary-picture가 실패해 위치 정보를 지울 수 없습니다"
      case .locationNotRemoved:
        "위치 정보를 지울 수 없습니다. 알려져도 괜찮다면 --keep-location으로 내보내세요"
      }
    return Words.korean("“\(entry)”의 파일 \(photo){을/를} 뺐습니다: \(reason).")
  }
}
