extension KoreanTable {
  static let editor: [String: String] = [
    "New entry": "새 일기",
    "Edit entry": "일기 편집",
    "This entry": "이 일기",
    "Title": "제목",
    "Tags": "태그",
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
    "Caption of %1": "%1의 설명",

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
    "The entry has the photo's date; Ctrl-Z takes it back.":
      "일기 날짜를 사진 날짜로 바꾸었습니다. Ctrl-Z로 취소합니다.",
    "Ctrl-T dates the entry %1, %2.": "Ctrl-T를 누르면 일기 날짜를 %1 %2{으로/로} 바꿉니다.",

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
  ]
}
