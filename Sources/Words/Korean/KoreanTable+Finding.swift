extension KoreanTable {
  static let finding = [
    "Copied.": "복사했습니다.",
    "Copied in the diary only: wl-copy, xclip and xsel are not installed.":
      "다이어리 안에만 복사했습니다. wl-copy, xclip, xsel이 설치되어 있지 않습니다.",
    "Copied in the diary only: there is no desktop, and the terminal takes no more.":
      "다이어리 안에만 복사했습니다. 데스크톱이 없고, 터미널이 이만큼 받지 못합니다.",
    "Copied in the diary only: the desktop's clipboard took nothing.":
      "다이어리 안에만 복사했습니다. 데스크톱의 클립보드가 받지 않았습니다.",
    "“%1” is nowhere in the text.": "본문에 “%1”{이/가} 없습니다.",
    "Nothing was replaced.": "바꾼 것이 없습니다.",
    "Replaced 1 place.": "한 곳을 바꿨습니다.",
    "Replaced %1 places.": "%1곳을 바꿨습니다.",
    "Replace this? y yes, n no, a all, q stop": "바꿀까요? y 예, n 아니요, a 모두, q 그만",
    "Find": "찾기",
    "With": "바꿀 말",
    "not found": "없음",
    "F3 next  Esc close": "F3 다음  Esc 닫기",
    "Enter goes on  Esc close": "Enter 계속  Esc 닫기",
    "Find in the text": "본문에서 찾기",
    "The next place; goes on to replacing": "다음 곳, 또는 바꾸기로",
    "The next place": "다음 곳",
    "The place before": "이전 곳",
    "Replace what is found": "찾은 것 바꾸기",
    "What to find, or what comes in its place": "찾을 말, 또는 바꿀 말",
    "The other one": "다른 쪽",
    "Close; the caret stays at the place": "닫기(커서는 그곳에 남습니다)",
    "Replace in the text": "본문에서 바꾸기",
    "Replace this one": "이것 바꾸기",
    "Leave this one": "이것 두기",
    "Replace this and all others": "이것과 나머지 모두 바꾸기",
    "Stop": "그만두기",
    "Find and replace": "찾아 바꾸기",
    "What was found last, back": "마지막에 찾은 말의 이전 곳",
    "There is no command :%1 here; :w, :q, :wq and :x are.":
      ":%1 명령은 없습니다. :w, :q, :wq, :x{이/가} 있습니다.",
    "NORMAL": "명령",
    "INSERT": "입력",
    "VISUAL": "선택",
    "VISUAL LINE": "줄 선택",
  ]
}
