extension KoreanTable {
  /// The sub-commands and options, as `--help` tells them.
  static let options: [String: String] = [
    "A photo diary for the terminal: local, private, kept in plain files.":
      "터미널용 사진 다이어리. 이 컴퓨터에만, 나만 볼 수 있게, 일반 파일로 남깁니다.",
    "Entry": "일기",
    "Add an entry and print its id.": "일기를 추가하고 id를 출력합니다.",
    "List entries, newest first.": "일기를 최근 것부터 나열합니다.",
    "Show an entry.": "일기를 보여 줍니다.",
    "Edit an entry; without options, in your editor.": "일기를 고칩니다. 옵션이 없으면 편집기를 엽니다.",
    "Search entries, newest first.": "일기를 검색합니다. 최근 것부터 나옵니다.",
    "List an entry's revisions, latest first.": "일기의 모든 저장본을 최근 것부터 나열합니다.",
    "Revert an entry to an earlier revision.": "일기를 이전 저장본으로 되돌립니다.",
    "Move entries to the trash.": "일기를 휴지통으로 옮깁니다.",
    "Restore entries from the trash.": "휴지통의 일기를 복원합니다.",
    "List or empty the trash.": "휴지통을 나열하거나 비웁니다.",
    "Show where the diary is, its author, its size and its state.":
      "다이어리의 위치와 글쓴이, 분량, 상태를 알려 줍니다.",
    "Show the author, or change the author's name.": "글쓴이를 보여 주거나 이름을 바꿉니다.",
    "Check every line and photo, or repair the diary.": "다이어리의 모든 줄과 사진을 검사하거나 복구합니다.",
    "Export entries and photos to a folder.": "일기와 사진을 폴더로 내보냅니다.",
    "Print changes to the diary as they happen.": "다이어리의 변경을 실시간으로 출력합니다.",
    "Open a sample diary in a temporary folder.": "임시 폴더에 만든 예시 다이어리를 엽니다.",

    // Arguments and options.
    "Star or unstar the entry.": "일기에 별표를 달거나 뗍니다.",
    "Mood: a short text or an emoji; '' clears it.": "기분: 짧은 글이나 이모지. ''이면 지웁니다.",
    "Name of the place; '' clears it.": "장소 이름. ''이면 지웁니다.",
    "Weather; '' clears it.": "날씨. ''이면 지웁니다.",
    "The folder that holds the diary.": "다이어리가 있는 폴더.",
    "How to show photos: %1.": "사진을 보여 주는 방법: %1.",
    "Output format: table, json (one array) or jsonl (one object per line).":
      "출력 형식: table, json(배열 하나), jsonl(한 줄에 객체 하나).",
    "The title.": "제목.",
    "The new title.": "새 제목.",
    "The text, in Markdown; - reads standard input.": "Markdown 본문. -이면 표준 입력에서 읽습니다.",
    "A photo to add. Can be repeated.": "추가할 사진. 여러 번 쓸 수 있습니다.",
    "A tag. Can be repeated.": "태그. 여러 번 쓸 수 있습니다.",
    "A tag; replaces all of the entry's tags, '' clears them. Can be repeated.":
      "태그. 지정한 태그가 일기의 태그를 모두 바꿉니다. ''이면 모두 지웁니다.",
    "A template to start from; your text goes where its {{cursor}} is.":
      "시작할 템플릿. 쓴 글은 {{cursor}} 자리에 들어갑니다.",
    "The journal to put it in.": "일기가 들어갈 일기장.",
    "The journal to move it to.": "일기를 옮길 일기장.",
    "Date: 2026-11-19, yesterday 21:00, or 2026-11-19T07:30 with or without +09:00.":
      "일기 날짜: 2026-11-19, 어제 21:00, 2026-11-19T07:30. +09:00을 붙일 수 있습니다.",
    "Date: 2026-11-19, yesterday 21:00, or 2026-11-19T07:30 with or without +09:00; photo uses the first photo's date.":
      "일기 날짜: 2026-11-19, 어제 21:00, 2026-11-19T07:30. +09:00을 붙일 수 있습니다. photo는 첫 사진을 찍은 때입니다.",
    "The asset of a photo to remove, or its first digits. Can be repeated.":
      "뺄 사진의 이름(asset) 또는 그 앞부분. 여러 번 쓸 수 있습니다.",
    "The entry's id, or its first characters.": "일기의 id 또는 그 앞부분.",
    "The entries' ids, or their first characters.": "일기들의 id 또는 그 앞부분.",
    "The revision's id from `photodiary history`, or its first characters.":
      "`photodiary history`로 본 저장본의 id 또는 그 앞부분.",
    "Show at most this many entries.": "나열할 일기의 최대 수.",
    "From this day, month or year on (2026-11-19, 2026-11, 2026, yesterday).":
      "그날(2026-11-19, 2026-11, 2026)부터.",
    "Up to this day, month or year.": "그날, 그달, 그해까지.",
    "With this tag. Repeat it to require several.": "이 태그가 있는 일기. 여러 번 쓰면 모두 있는 일기.",
    "In this journal.": "이 일기장의 일기.",
    "With photos.": "사진이 있는 일기.",
    "Sort by date, modified or title.": "정렬 기준: date, modified, title.",
    "Oldest first; by title, from A to Z.": "오래된 것부터. 제목순이면 가나다순.",
    "Output format: text, json or markdown.": "출력 형식: text, json, markdown.",
    "When to use color: auto (only on a terminal), always or never.":
      "색으로 그릴지: auto(터미널에서만), always, never.",
    "Words, \"phrases\" and terms such as tag:walks.": "단어, \"구절\", tag:산책 같은 조건.",
    "Permanently delete everything in the trash.": "휴지통의 일기를 모두 완전히 지웁니다.",
    "The new name.": "새 이름.",
    "Repair what can be repaired, then check again.": "고칠 수 있는 것을 고친 뒤 검사합니다.",
    "With --repair: remove photos that nothing uses.": "--repair와 함께: 쓰이지 않는 사진을 지웁니다.",
    "Keep the photos' locations.": "사진에 찍은 위치 정보를 남깁니다.",
    "The file or folder; - reads standard input.": "파일 또는 폴더. -이면 표준 입력.",
    "For photos: name each entry's place by where its photos were taken.":
      "사진: 사진을 찍은 곳의 이름을 일기마다 장소로 넣습니다.",
    "For photos: hours of pause after which a new entry starts within a day.":
      "사진에서: 하루 안에서도 이보다 오래 쉬면 새 일기로 나눕니다.",
    "Also show each change as a desktop notification (notify-send).":
      "변경을 데스크톱의 notify-send로도 보여 줍니다.",
  ]
}
