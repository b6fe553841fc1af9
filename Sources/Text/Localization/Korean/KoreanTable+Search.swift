extension KoreanTable {
  /// Searching in the list, and what it shows of the diary.
  static let search: [String: String] = [
    "No such entry. Press Esc to go back.": "그런 일기가 없습니다. Esc를 누르면 돌아갑니다.",
    "This journal is empty. Press %1 to write in it, Esc to go back.":
      "이 일기장은 비어 있습니다. %1 키로 씁니다. Esc를 누르면 돌아갑니다.",
    "Still searching.": "아직 찾는 중입니다.",
    "Nothing to export.": "내보낼 일기가 없습니다.",
    "Searching “%1”. Press %2 to search the whole diary.":
      "“%1” 안에서 찾습니다. %2{을/를} 누르면 다이어리 전체에서 찾습니다.",
    "Searching the whole diary. Press %1 to search “%2”.":
      "다이어리 전체에서 찾습니다. %1{을/를} 누르면 “%2” 안에서 찾습니다.",
    "place": "장소",
    "tags": "태그",
    "match %1 of %2": "찾은 곳 %1/%2",
    "next match": "다음 찾은 곳",

    // What can be typed.
    "Type words to find, or:": "일기에 있는 단어를 입력하세요. 또는:",
    "this tag": "이 태그",
    "these months": "이 기간",
    "photos, a star": "사진과 별표",
    "\"first snow\"": "\"첫눈 오던 날\"",
    "exact words": "바로 이 말",
    "-rain": "-비",
    "without it": "이 말 없이",
    "as in 김치": "김치의 초성",

    // Keys.
    "Show the results as a list": "검색 결과를 목록으로 보기",
    "as a list": "목록으로",
    "Search the whole diary, or only the list": "다이어리 전체에서, 또는 다시 목록 안에서 찾기",
    "Clear marks, or go back": "선택 모두 해제, 없으면 이전 화면으로",
    "Next match, after a search": "다음 찾은 곳으로(검색으로 연 일기에서)",
  ]
}
