extension KoreanTable {
  static let editor: [String: String] = [
    "New entry": "새 일기",
    "Edit entry": "일기 편집",
    "This entry": "이 일기",
    "Text": "본문",
    "no tags": "태그 없음",
    "no photos": "사진 없음",
    "saving…": "저장하는 중…",
    "draft kept": "초안 저장됨",
    "deleted elsewhere": "다른 곳에서 삭제됨",
    "removed elsewhere": "다른 곳에서 완전히 지워짐",
    "changed elsewhere": "다른 곳에서 바뀜",
    "Saving as soon as the photos are added…": "사진을 추가하는 대로 저장합니다…",
    "The paste was not all UTF-8; � stands for the rest.":
      "붙여 넣은 글 일부가 UTF-8이 아니어서 �로 바꾸었습니다.",

    // Photos that come into the entry.
    "%1 added.": "%1{을/를} 추가했습니다.",
    "This photo is in the entry already.": "이 사진은 이미 이 일기에 있습니다.",
    "%1 are in the entry already.": "%1장은 이미 이 일기에 있습니다.",
    "It is in the diary already, in %1.": "이미 다이어리의 %1에 있습니다.",
    "%1 are in the diary already, as in %2.": "%1장은 이미 %2 등 다이어리에 있습니다.",
    "Not added: there is no file %1.": "추가하지 못했습니다. 파일 %1{이/가} 없습니다.",
    "None of the %1 added: there is no file %2.":
      "%1개 모두 추가하지 못했습니다. 파일 %2{이/가} 없습니다.",
    "The paste stays as text.": "붙여 넣은 것은 글로 남습니다.",
    "Among the photos there is no place for text.": "사진 자리에는 글을 넣을 수 없습니다.",
    "No photo here says when it was taken.": "찍은 날짜가 적힌 사진이 없습니다.",
    "The entry has the photo's date; %1 takes it back.":
      "일기 날짜를 사진 날짜로 바꾸었습니다. %1{으로/로} 취소합니다.",
    "The entry has the photo's date.": "일기 날짜를 사진 날짜로 바꾸었습니다.",
    "%1 dates the entry %2, %3.": "%1{을/를} 누르면 일기 날짜를 %2 %3{으로/로} 바꿉니다.",

    // The clipboard.
    "Pasting a photo needs wl-paste or xclip; neither is installed.":
      "사진을 붙여 넣으려면 wl-paste나 xclip이 필요한데, 둘 다 설치되어 있지 않습니다.",
    "No desktop whose clipboard could be asked (no DISPLAY, WAYLAND_DISPLAY).":
      "클립보드가 있는 데스크톱이 없습니다(DISPLAY, WAYLAND_DISPLAY 없음).",
    "The clipboard couldn't be asked, or nothing is in it.":
      "클립보드에 물어볼 수 없거나 클립보드가 비어 있습니다.",
    "The clipboard holds no photo and no text.": "클립보드에 사진도 글도 없습니다.",
    "The clipboard's photo is too large; save it to a file first.":
      "클립보드의 사진이 너무 큽니다. 먼저 파일로 저장하세요.",
    "The clipboard can't be read here.": "여기서는 클립보드를 읽을 수 없습니다.",

    // Where text is typed.
    "Dim all but the paragraph, or not": "쓰는 문단만 또렷하게, 또는 모두",
    "Where text is typed": "글을 쓰는 곳",
    "A character back; with Shift, selects": "이전 글자로, Shift를 누르면 선택",
    "A character on": "다음 글자로",
    "A word back": "이전 단어로",
    "A word on": "다음 단어로",
    "A row up": "한 줄 위로",
    "A row down": "한 줄 아래로",
    "The beginning of the row": "줄의 처음",
    "The end of the row": "줄의 끝",
    "To the blank line before": "이전 빈 줄로",
    "To the blank line after": "다음 빈 줄로",
    "The beginning of the text": "글의 처음",
    "The end of the text": "글의 끝",
    "A new line; goes on with a list, or ends it": "새 줄, 목록이면 이어 쓰거나 끝냄",
    "Delete the character before": "커서 앞 글자 지우기",
    "Delete the character here": "커서 자리 글자 지우기",
    "Cut the word before": "커서 앞 단어 잘라 내기",
    "Cut the word behind": "커서 뒤 단어 잘라 내기",
    "Cut to the end of the line": "줄 끝까지 잘라 내기",
    "Cut to the beginning of the line": "줄 처음까지 잘라 내기",
    "Cut what is selected, or the word before": "선택한 부분 또는 커서 앞 단어 잘라 내기",
    "Copy what is selected": "선택한 부분 복사",
    "Put in what was cut; again, the cut before it": "잘라 낸 것 넣기, 다시 누르면 그 전의 것",
    "Select from here on; again, no longer": "여기부터 선택, 다시 누르면 선택 끝내기",
    "Select all": "모두 선택",
    "Move the lines, or the item, in": "줄이나 항목을 안으로",
    "Move the lines, or the item, out": "줄이나 항목을 밖으로",
  ]
}
