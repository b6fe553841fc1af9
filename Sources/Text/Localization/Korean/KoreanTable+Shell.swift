extension KoreanTable {
  /// What the program says in the shell of what was meant, and after it was left.
  static let shell: [String: String] = [
    "“%1” is too short. Give at least %2 characters of the id.":
      "“%1”{은/는} 너무 짧습니다. id를 %2자 이상 쓰세요.",
    "To bring back: photodiary restore %1%2": "되살리려면: photodiary restore %1%2",
    "Unknown command “%1”. To add an entry: `photodiary add \"%2\"`.":
      "“%1”{이라는/라는} 명령이 없습니다. 일기를 쓰려면: `photodiary add \"%2\"`.",
    "put %1 in quotes: %2 = \"%3\".": "%1{을/를} 따옴표로 묶으세요: %2 = \"%3\".",
    "Write a new entry in the diary's editor; prints its id.":
      "다이어리의 편집기에서 새 일기를 쓰고 id를 출력합니다.",
    "Your text is kept as a draft in %1. Open photodiary to go on with it.":
      "쓰던 글을 %1에 초안으로 남겼습니다. photodiary를 열면 이어서 쓸 수 있습니다.",
    "Nothing was added.": "추가한 일기가 없습니다.",
  ]
}
