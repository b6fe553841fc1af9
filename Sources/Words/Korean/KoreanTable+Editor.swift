extension KoreanTable {
  static let editor: [String: String] = [
    "New entry": "새 일기",
    "Edit entry": "일기 고치기",
  ]
}
