extension KoreanTable {
  /// The palette of commands, and going from place to place.
  static let palette: [String: String] = [
    "Commands": "명령",
    "Do it": "실행",
    "The next command": "다음 명령",
    "The command before": "이전 명령",
    "Leave it": "닫기",
    "All commands, by some of their letters": "모든 명령, 글자 몇 개로 찾기",
    "Back to where you were before": "앞서 있던 곳으로",
    "Forward again": "다시 앞으로",
    "No command has these letters.": "이 글자가 든 명령이 없습니다.",
    "%1 command": "명령 %1개",
    "%1 commands": "명령 %1개",
    "There is no place to go back to.": "되돌아갈 곳이 없습니다.",
    "There is no place to go forward to.": "다시 나아갈 곳이 없습니다.",
    "What the diary opens with: the newest entry, or the place where you left it":
      "다이어리를 열 때 보일 것: 가장 새 일기, 또는 떠난 자리",
  ]
}
