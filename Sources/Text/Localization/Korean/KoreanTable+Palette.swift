extension KoreanTable {
  /// The palette of commands, and going from place to place.
  static let palette: [String: String] = [
    "Commands": "명령",
    "Run it": "실행",
    "Next command": "다음 명령",
    "Previous command": "이전 명령",
    "Find a command": "명령 찾기",
    "Go back to the previous place": "이전 화면으로",
    "Go forward": "다시 앞으로",
    "No matching commands.": "맞는 명령이 없습니다.",
    "%1 commands": "명령 %1개",
    "Nowhere to go back to.": "되돌아갈 곳이 없습니다.",
    "Nowhere to go forward to.": "다시 나아갈 곳이 없습니다.",
    "Where the diary opens: at the newest entry, or where you left it":
      "다이어리를 열 때 보일 것: 가장 새 일기, 또는 떠난 자리",
  ]
}
