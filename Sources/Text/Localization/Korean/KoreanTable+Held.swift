extension KoreanTable {
  /// Pinned entries above the list, and what completes a search.
  static let held: [String: String] = [
    "… %1 more": "… %1개 더",
    "%1 pinned": "고정 %1개",
    "Pinned": "고정",
    "Previous entry or row, then pinned ones": "이전 일기 또는 줄, 맨 위에서는 고정한 일기",
    "Accept the suggestion, or mark the entry": "제안된 말 넣기 또는 일기 선택",
    "Next suggestion": "다음 제안",
    "Press %1 for “%2”.": "%1{을/를} 누르면 “%2”{을/를} 넣습니다.",
  ]
}
