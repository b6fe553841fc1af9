extension KoreanTable {
  /// `photodiary import` and what it says of other programs' diaries.
  static let imports: [String: String] = [
    "Add entries from a file, another program's diary, or a folder of photos.":
      "파일, 다른 프로그램의 다이어리, 사진 폴더에서 일기를 가져옵니다.",
    """
    Format: auto, jsonl, json, dayone, rednotebook, jrnl, journey, keep, joplin, applejournal, \
    diaro, markdown or photos.
    """: """
    가져올 형식: auto, jsonl, json, dayone, rednotebook, jrnl, journey, keep, joplin, applejournal, \
    diaro, markdown, 사진 폴더이면 photos.
    """,
    "%1: left out because it's text and only photos are imported here":
      "%1: 제외, 글입니다. 여기서는 사진만 가져옵니다",
    "%1: left out because it's a film; add it with `photodiary add --attach`":
      "%1: 제외, 동영상입니다. `photodiary add --attach`로 추가할 수 있습니다",
    "%1: 1 file left out because it isn't a photo": "%1: 파일 1개 제외, 사진이 아닙니다",
    "%1: %2 files left out because they aren't photos": "%1: 파일 %2개 제외, 사진이 아닙니다",
    "Left out": "제외한 것",
    "Also import what has changed there since the last import.": "가져온 뒤 원본에서 바뀐 일기를 다시 가져옵니다.",
    "Write what couldn't be imported, and why, to a file.": "가져오지 못한 것과 이유를 한 줄씩 파일에 씁니다.",
    "Show what would be added without adding it.": "추가될 것을 보여 주기만 하고 추가하지 않습니다.",
    "With --dry-run, for photos: print JSON.": "사진에서 --dry-run과 함께: JSON으로.",
    "Standard input must be JSON. For other formats, give the file's name.":
      "표준 입력으로는 JSON만 가져올 수 있습니다. 파일 이름을 쓰세요.",
    "--gap and --json are for photos: --format photos.":
      "--gap과 --json은 사진에만 씁니다: --format photos.",
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

    """
    Reads JSON Lines (one entry per line) and a JSON array of entries, as list, show and export \
    write them; a Day One export (JSON); a RedNotebook journal; a jrnl journal (text, folder of \
    days or JSON); exports of Journey, Apple Journal and Diaro; notes from Google Keep (Takeout) \
    and Joplin (JEX); Markdown files, with or without front matter; and a folder of photos. Each \
    may be in a zip or a tar. \
    The format is found by the content. Importing the same thing twice adds nothing. Entries that \
    can't be imported are listed; the others are added in one step, and the exit status is 1. If \
    the import fails or is interrupted, nothing is added. With --update, entries that changed \
    there since the last import are updated, unless you changed them here too.

    Day One: imports all journals, with tags, stars, pins, photos, attachments, places and \
    weather, and lists what can't be imported. Photos outside the folder are never read. An export \
    of this diary to Markdown comes back unchanged.

    jrnl: imports titles, texts, tags and stars, in the local time zone. The date format is taken \
    from jrnl.yaml beside the journal or from --timeformat, or recognized from the journal. An \
    entry is recognized by its minute and title.

    Photos: makes one entry per day from a folder and its subfolders, with the photos in the order \
    they were taken and, where a photo has one, the place as the title. A night belongs to the day \
    before, until the first pause of three hours. Photos without a date from the camera use the \
    one in Google Takeout's file beside them, or the date of the file. Photos that are already in \
    an entry are skipped, as are hidden files and links; other files are listed or counted.

    A diary that can't be read yet, or a folder with more unreadable texts than photos, is \
    refused; --format photos imports its photos only.

    Examples:
      photodiary import old-diary.jsonl
      photodiary import ~/Downloads/DayOne.zip --report left-out.txt
      photodiary --store a list --format jsonl | photodiary --store b import -
      photodiary import ~/Pictures/2024 --format photos --dry-run
    """: """
    list, show, export가 쓰는 JSON Lines(한 줄에 일기 하나)와 JSON 배열, Day One의 JSON 내보내기, \
    RedNotebook의 일기, jrnl의 일기(텍스트, 날짜별 폴더, JSON), Journey, Apple Journal, Diaro의 내보내기, \
    Google Keep(Takeout)과 Joplin(JEX)의 노트, Markdown 파일, 사진 폴더를 가져옵니다. zip이나 tar로 묶은 것도 됩니다. 형식은 내용으로 알아봅니다. 다시 해도 더해지는 것은 \
    없습니다. 가져올 수 없는 일기는 거절하고 알려 주며, 나머지는 한꺼번에 가져오고 종료 상태는 1입니다. 멈추거나 \
    실패하면 아무것도 추가하지 않습니다. --update를 쓰면 그동안 원본에서 바뀐 일기를 다시 가져오되, 여기에서도 \
    바꾼 일기는 그대로 둡니다.

    Day One에서는 모든 일기장을 태그, 별, 고정, 사진, 첨부 파일, 장소, 날씨와 함께 가져옵니다. 가져올 수 없는 \
    것은 알려 줍니다. 글에 있어도 폴더 밖의 사진은 읽지 않습니다. 이 다이어리를 Markdown으로 내보낸 것은 \
    그대로 돌아옵니다.

    jrnl에서는 제목, 글, 태그, 별을 이곳의 시간으로 가져옵니다. 날짜 형식은 옆에 있는 jrnl.yaml이나 --timeformat이 \
    말하는 대로, 없으면 일기 자체에서 알아냅니다. 일기는 분까지의 시각과 제목으로 다시 알아봅니다.

    사진 폴더와 그 하위 폴더에서는 날마다 일기 하나를 만듭니다. 사진은 찍은 순서대로 넣고, 제목은 사진에 \
    적힌 장소로 짓습니다. 밤은 세 시간을 처음 쉴 때까지 전날에 넣습니다. 카메라가 날짜를 적지 않은 \
    사진은 Google Takeout이 옆의 파일에 적은 날짜를, 그것도 없으면 파일의 날짜를 따릅니다. 이미 일기에 있는 \
    사진은 내용으로 알아보고 그대로 둡니다. 숨김 파일과 링크는 건너뛰고, 다른 파일은 알리거나 수를 셉니다.

    아직 읽을 수 없는 프로그램의 일기나, 읽을 수 없는 글이 사진보다 많은 폴더는 가져오지 않습니다. \
    --format photos를 쓰면 사진만 가져옵니다.

    예:
      photodiary import old-diary.jsonl
      photodiary import ~/Downloads/DayOne.zip --report left-out.txt
      photodiary --store a list --format jsonl | photodiary --store b import -
      photodiary import ~/Pictures/2024 --format photos --dry-run
    """,
  ]
}
