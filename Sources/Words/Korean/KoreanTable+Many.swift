// Changes of many entries at once, marks and pins.
extension KoreanTable {
  static let many = [
    "Pin the entry to the list's top, or let it go.": "일기를 목록 맨 위에 고정하거나 풉니다.",
    "%1 stay as they are: someone else wrote them.":
      "%1{은/는} 다른 사람이 쓴 것이라 그대로 두었습니다.",
    "Added %1": "%1 추가",
    "Deleted %1": "%1 삭제",
    "Restored %1": "%1 복원",
    "Tagged %1 #%2": "%1에 #%2 태그 달기",
    "Took #%1 from %2": "%2에서 #%1 태그 떼기",
    "#%1 is #%2 now, in %3": "%3에서 #%1{을/를} #%2{으로/로} 바꿈",
    "Moved %1 to %2": "%1{을/를} %2{으로/로} 옮김",
    "Gave %1 a star": "%1에 별표 달기",
    "Took the star from %1": "%1에서 별표 떼기",
    "Pinned %1": "%1 고정",
    "Let %1 go from the top": "%1 고정 풀기",
    "%1; %2 undoes it.": "%1. %2 키로 되돌립니다.",
    "changing %1": "%1 변경",
    "It can't be done any more: none of the entries is there to be changed.":
      "더는 할 수 없습니다. 바꿀 일기가 남아 있지 않습니다.",
  ]
}
