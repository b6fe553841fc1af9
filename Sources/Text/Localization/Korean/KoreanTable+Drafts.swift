extension KoreanTable {
  static let drafts = [
    "You have an unsaved draft": "저장하지 않은 초안이 있습니다",
    "Unsaved draft": "저장 안 한 초안",
    "Continue": "계속 쓰기",
    "Later": "나중에",
    "Discard": "버리기",
    "Discard this caption?": "이 설명을 버릴까요?",
    "Discarded on %1": "%1에 버린 글",
    "Remove": "지우기",
    "Discarded. Press %1 to undo, or %2 within %3 days.":
      "버렸습니다. %1{을/를} 누르면 취소합니다. %3일 안에는 %2{을/를} 누릅니다.",
    "Discarded. Press %1 within %2 days to get it back.":
      "버렸습니다. %2일 안에 %1{을/를} 누르면 되살립니다.",
    "Discarded. It's kept for %1 days.": "버렸습니다. %1일 동안 남습니다.",
    "Discarded text can be restored with %1 for %2 days.":
      "버린 글은 %2일 동안 %1{으로/로} 되살릴 수 있습니다.",
    "Discarded text is kept for %1 days.": "버린 글은 %1일 동안 남습니다.",
    "comparing…": "비교하는 중…",
    "New entry · %1": "새 일기 · %1",
    "Entry deleted · %1": "일기가 사라짐 · %1",
    "Edits “%1”, which is in the trash.": "휴지통의 “%1”{을/를} 고칩니다.",
    "Edits “%1”.": "“%1”{을/를} 고칩니다.",
    "It's the same as what is saved.": "저장된 것과 다른 내용이 없습니다.",
    "Show unsaved drafts and discarded text": "저장 안 한 초안과 버린 글 보기",
    "No drafts and no discarded text.": "초안도 버린 글도 없습니다.",
    "Press the selected button": "고른 단추 누르기",
    "Continue writing": "계속 쓰기",
    "Keep it for later": "나중을 위해 두기",
    "Select Discard": "버리기 고르기",
    "Next button": "다음 단추",
    "Previous button": "이전 단추",
    "Down one line": "한 줄 아래로",
    "Up one line": "한 줄 위로",
    "Down one page": "한 화면 아래로",
    "Up one page": "한 화면 위로",
  ]
}
