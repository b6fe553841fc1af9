extension KoreanTable {
  /// `photodiary import` and what it says of other programs' diaries.
  static let imports: [String: String] = [
    "Add entries from a file, another program's diary, or a folder of photos.":
      "파일, 다른 프로그램의 다이어리, 사진 폴더에서 일기를 가져옵니다.",
    "What it is: auto, jsonl, json, dayone, rednotebook, jrnl, markdown, or photos.":
      "가져올 형식: auto, jsonl, json, dayone, rednotebook, jrnl, markdown, 사진 폴더이면 photos.",
    "Bring what has changed there since it was imported.": "가져온 뒤 원본에서 바뀐 일기를 다시 가져옵니다.",
    "Write what could not be brought, and why, to a file, a line each.":
      "가져오지 못한 것과 이유를 한 줄씩 파일에 씁니다.",
    "Show what would be added, and add nothing.": "추가될 것을 보여 주기만 하고 추가하지 않습니다.",
    "With --dry-run, of photos: as JSON.": "사진에서 --dry-run과 함께: JSON으로.",
    "Standard input can only be JSON: give the file's name.":
      "표준 입력으로는 JSON만 가져올 수 있습니다. 파일 이름을 쓰세요.",
    "--gap and --json are for photos: --format photos.":
      "--gap과 --json은 사진에만 씁니다: --format photos.",
    "--update, --mine and --report are not for photos.":
      "--update, --mine, --report는 사진에는 쓰지 않습니다.",
    "Of this diary's JSON and Markdown: make yours what others wrote.":
      "이 다이어리의 JSON과 Markdown에서: 다른 사람이 쓴 것을 내 일기로 만듭니다.",
    "It is part of what is imported": "가져올 것에 들어 있습니다",

    "%1 MiB unpacked": "%1MiB 압축 해제",
    "%1 read": "%1 읽음",
    "%1 added, %2 updated, %3 already there, %4 refused":
      "추가 %1, 갱신 %2, 이미 있음 %3, 거절 %4",
    "%1 could not be brought, or not as they were: see %2.":
      "가져오지 못했거나 달라진 것이 %1가지입니다. %2{을/를} 보세요.",
    "%1 more like this.": "이런 것이 %1가지 더 있습니다.",
    "%1 more like this; --report FILE names them all.":
      "이런 것이 %1가지 더 있습니다. --report FILE을 쓰면 모두 적습니다.",

    """
    Takes JSON Lines (an entry a line) and a JSON array of entries, as list, show and export \
    write them; a Day One export, as JSON; a RedNotebook journal; a journal of jrnl, as text, a \
    folder of days or JSON; Markdown files with or without front matter; and a folder of photos; \
    each in a zip or a tar too. \
    What it is shows in its content. Doing it again adds nothing. An entry that can't be taken is \
    refused and named; the others come, all at once, and the exit status is 1. If it is stopped or \
    fails, nothing comes. With --update, entries that have changed there since are brought again, \
    unless they were changed here too.

    From Day One come all journals, with tags, stars, pins, photos, attachments, places and \
    weather. What can't be brought is named. A photo that a text names outside of the folder is \
    never read. An export of this diary to Markdown comes back as it was.

    From jrnl come titles, texts, tags and stars, at the time of this place. How it writes dates \
    is read from jrnl.yaml where that lies beside the journal, or told with --timeformat, else it \
    shows in the journal itself. An entry is known again by its minute and its title.

    From a folder of photos, and the folders in it, an entry is made for each day, with its \
    photos in the order in which they were taken and a title from the date and the place, where \
    a photo names one. A night belongs to the day before it until the first pause of three \
    hours. Photos that no camera has dated go by the date of their files. Photos that are in an \
    entry already are known by their bytes and left alone. Hidden files and links are passed over.

    Examples:
      photodiary import old-diary.jsonl
      photodiary import ~/Downloads/DayOne.zip --report left-out.txt
      photodiary --store a list --format jsonl | photodiary --store b import -
      photodiary import ~/Pictures/2024 --format photos --dry-run
    """: """
    list, show, export가 쓰는 JSON Lines(한 줄에 일기 하나)와 JSON 배열, Day One의 JSON 내보내기, \
    RedNotebook의 일기, jrnl의 일기(텍스트, 날짜별 폴더, JSON), Markdown 파일, 사진 폴더를 가져옵니다. zip이나 tar로 묶은 것도 됩니다. 형식은 내용으로 알아봅니다. 다시 해도 더해지는 것은 \
    없습니다. 가져올 수 없는 일기는 거절하고 알려 주며, 나머지는 한꺼번에 가져오고 종료 상태는 1입니다. 멈추거나 \
    실패하면 아무것도 추가하지 않습니다. --update를 쓰면 그동안 원본에서 바뀐 일기를 다시 가져오되, 여기에서도 \
    바꾼 일기는 그대로 둡니다.

    Day One에서는 모든 일기장을 태그, 별, 고정, 사진, 첨부 파일, 장소, 날씨와 함께 가져옵니다. 가져올 수 없는 \
    것은 알려 줍니다. 글에 있어도 폴더 밖의 사진은 읽지 않습니다. 이 다이어리를 Markdown으로 내보낸 것은 \
    그대로 돌아옵니다.

    jrnl에서는 제목, 글, 태그, 별을 이곳의 시간으로 가져옵니다. 날짜 형식은 옆에 있는 jrnl.yaml이나 --timeformat이 \
    말하는 대로, 없으면 일기 자체에서 알아냅니다. 일기는 분까지의 시각과 제목으로 다시 알아봅니다.

    사진 폴더와 그 하위 폴더에서는 날마다 일기 하나를 만듭니다. 사진은 찍은 순서대로 넣고, 제목은 날짜와 \
    사진에 적힌 장소로 짓습니다. 밤은 세 시간을 처음 쉴 때까지 전날에 넣습니다. 카메라가 날짜를 적지 않은 \
    사진은 파일의 날짜를 따릅니다. 이미 일기에 있는 사진은 내용으로 알아보고 그대로 둡니다. 숨김 파일과 \
    링크는 건너뜁니다.

    예:
      photodiary import old-diary.jsonl
      photodiary import ~/Downloads/DayOne.zip --report left-out.txt
      photodiary --store a list --format jsonl | photodiary --store b import -
      photodiary import ~/Pictures/2024 --format photos --dry-run
    """,
  ]
}
