extension KoreanTable {
  /// `photodiary import` and what it says of other programs' diaries.
  static let imports: [String: String] = [
    "Add entries from a file, another program's diary, or a folder of photos.":
      "파일, 다른 프로그램의 다이어리, 사진 폴더에서 일기를 가져옵니다.",
    """
    Format: auto, jsonl, json, dayone, rednotebook, jrnl, journey, keep, joplin, applejournal, \
    diaro, evernote, daylio, diarium, minidiary, standardnotes, orgjournal, logseq, vjournal, \
    bear, wordpress, simplenote, notion, twitter, dayoneclassic, instagram, facebook, \
    markdown or photos.
    """: """
    가져올 형식: auto, jsonl, json, dayone, rednotebook, jrnl, journey, keep, joplin, applejournal, \
    diaro, evernote, daylio, diarium, minidiary, standardnotes, orgjournal, logseq, vjournal, \
    bear, wordpress, simplenote, notion, twitter, dayoneclassic, instagram, facebook, \
    markdown, 사진 폴더이면 photos.
    """,
    "%1: left out because it's text and only photos are imported here":
      "%1: 제외, 글입니다. 여기서는 사진만 가져옵니다",
    "%1: left out because it's a film; add it with `photodiary add --attach`":
      "%1: 제외, 동영상입니다. `photodiary add --attach`로 추가할 수 있습니다",
    "%1: %2 files left out because they aren't photos": "%1: 파일 %2개 제외, 사진이 아닙니다",
    "Left out": "제외한 것",
    "Also import what has changed there since the last import.": "가져온 뒤 원본에서 바뀐 일기를 다시 가져옵니다.",
    "Write what couldn't be imported, and why, to a file.": "가져오지 못한 것과 이유를 한 줄씩 파일에 씁니다.",
    "Show what would be added without adding it.": "추가될 것을 보여 주기만 하고 추가하지 않습니다.",
    "With --dry-run, for photos: print JSON.": "사진에서 --dry-run과 함께: JSON으로.",
    "Standard input must be JSON. For other formats, give the file's name.":
      "표준 입력으로는 JSON만 가져올 수 있습니다. 파일 이름을 쓰세요.",
    "--gap, --places and --json are for photos: --format photos.":
      "--gap, --places, --json은 사진에만 씁니다: --format photos.",
    "--update, --mine and --report are not for photos.":
      "--update, --mine, --report는 사진에는 쓰지 않습니다.",
    "For this diary's JSON and Markdown: make what others wrote yours.":
      "이 다이어리의 JSON과 Markdown에서: 다른 사람이 쓴 것을 내 일기로 만듭니다.",
    "It's part of the import": "가져올 것에 들어 있습니다",

    "%1 MiB unpacked": "%1MiB 압축 해제",
    "%1 read": "%1 읽음",
    "%1 added, %2 updated, %3 already there, %4 refused":
      "추가 %1, 갱신 %2, 이미 있음 %3, 거절 %4",
    "%1 couldn't be imported, or only with changes. See %2.":
      "가져오지 못했거나 달라진 것이 %1가지입니다. %2{을/를} 보세요.",
    "%1 more like this.": "이런 것이 %1가지 더 있습니다.",
    "%1 more like this. Use --report FILE to list them all.":
      "이런 것이 %1가지 더 있습니다. --report FILE을 쓰면 모두 적습니다.",

  ]
}
