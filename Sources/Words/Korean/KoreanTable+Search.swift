extension KoreanTable {
  /// Searching in the list, and what it shows of the diary.
  static let search: [String: String] = [
    "There is no such entry. Esc leads back.": "그런 일기가 없습니다. Esc를 누르면 돌아갑니다.",
    "This journal is empty: %1 writes in it. Esc leads back.":
      "이 일기장은 비어 있습니다. %1 키로 씁니다. Esc를 누르면 돌아갑니다.",
    "Entries are still being found.": "아직 일기를 찾는 중입니다.",
    "There is nothing to export.": "내보낼 일기가 없습니다.",
    "In “%1”; %2: in the whole diary.": "“%1” 안에서 찾습니다. %2: 다이어리 전체에서",
    "In the whole diary; %1: in “%2” again.": "다이어리 전체에서 찾습니다. %1: 다시 “%2” 안에서",
    "place": "장소",
    "tags": "태그",
    "match %1 of %2": "찾은 곳 %1/%2",
    "next match": "다음 찾은 곳",

    // What can be typed.
    "Type words that an entry says, or:": "일기에 있는 단어를 입력하세요. 또는:",
    "this tag": "이 태그",
    "these months": "이 기간",
    "photos, a star": "사진과 별표",
    "\"first snow\"": "\"첫눈 오던 날\"",
    "exact words": "바로 이 말",
    "-rain": "-비",
    "without it": "이 말 없이",
    "as in 김치": "김치의 초성",

    // Keys.
    "Show what was found as the list": "찾은 것을 목록으로 두기",
    "as the list": "목록으로",
    "Search the whole diary, or in the list again": "다이어리 전체에서, 또는 다시 목록 안에서 찾기",
    "Take all marks away; else back to what was before":
      "선택 모두 해제. 선택이 없으면 앞의 화면으로",
    "To the next match, of an entry that a search found": "다음 찾은 곳으로(검색으로 연 일기에서)",
    "To the match before": "이전 찾은 곳으로",
  ]
}
