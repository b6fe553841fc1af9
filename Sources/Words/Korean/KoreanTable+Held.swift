extension KoreanTable {
  /// Pinned entries above the list, and what completes a search.
  static let held: [String: String] = [
    "… %1 more": "… %1개 더",
    "%1 pinned": "고정 %1개",
    "Pinned": "고정",
    "Previous entry, or row; at the top, the pinned ones": "이전 일기 또는 줄, 맨 위에서는 고정한 일기",
    "Write what is offered; else mark the entry":
      "제안된 말 쓰기, 없으면 일기 선택",
    "Something else that is offered": "제안된 다른 말",
    "%1 writes “%2”.": "%1{을/를} 누르면 “%2”{을/를} 씁니다.",
  ]
}
