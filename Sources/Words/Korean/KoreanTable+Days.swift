extension KoreanTable {
  /// The calendar and what earlier years had.
  static let days: [String: String] = [
    "today": "오늘",
    "Today": "오늘",
    "no entry": "일기 없음",
    "Calendar, %1": "달력, %1",
    "Nothing was written on this day.": "이날 쓴 일기가 없습니다.",
    "%1 begins an entry.": "%1{을/를} 누르면 새로 씁니다.",
    "month": "달",
    "month view": "달 보기",
    "year view": "해 보기",
    "Go to:": "날짜로:",
    "Go to a date": "날짜로 가기",
    "The calendar has no such day.": "달력에 없는 날입니다.",
    "Not understood. %1": "알 수 없는 날짜입니다. %1",
    "As in: yesterday, 3 days ago, last friday, 5 March, 2024-05":
      "예: 어제, 3일 전, 지난 금요일, 3월 5일, 2024-05",
    "a year ago": "1년 전",
    "%1 years ago": "%1년 전",
    "a year ago today: %1": "1년 전 오늘: %1",
    "%1 years ago today: %2": "%1년 전 오늘: %2",
    "On this day": "지난 오늘",
    "On this day · %1": "지난 오늘 · %1",
    "On this day, %1": "지난 오늘, %1",
    "and %1 more in the diary": "그 밖에 다이어리에 %1개",
    "No earlier year has an entry of this day.": "지난해들의 이날에는 일기가 없습니다.",
    "%1 and %2 look at the days beside it.": "%1, %2 키로 앞뒤 날을 봅니다.",

    // Keys.
    "On this day, in earlier years": "지난 오늘(지난해들의 같은 날)",
    "Read the day's entries, or begin one": "그날의 일기를 읽거나 새로 쓰기",
    "New entry on the day": "그날의 새 일기",
    "Go to a date, typed; a digit begins it, too": "날짜를 써서 가기(숫자를 눌러도 시작)",
    "go to": "날짜로",
    "The whole year, or the month": "한 해 또는 한 달 보기",
    "Back; Esc goes from the entries to the days first": "뒤로(Esc는 일기에서 날짜로 먼저)",
    "The day before, or week of a year": "전날(해 보기에서는 지난주)",
    "The day after": "다음 날",
    "The day before": "전날",
    "The week after, or day of a year": "다음 주(해 보기에서는 다음 날)",
    "The week before": "지난주",
    "The month after, or year": "다음 달(해 보기에서는 다음 해)",
    "The month before": "지난달",
    "The year after": "다음 해",
    "The year before": "지난해",
    "The first day of the month or year": "달이나 해의 첫날",
    "The last day of the month or year": "달이나 해의 마지막 날",
    "To the day's entries, and back": "그날의 일기로, 다시 날짜로",
    "To the year before": "이전 해로",
    "To the year after": "이후 해로",
    "older year": "이전 해",
    "newer year": "이후 해",
    "The day in the calendar": "그날을 달력에서 보기",

    // The command line and settings.
    "The day that weeks begin with; auto is the locale's": "한 주를 시작하는 요일. auto는 로캘을 따릅니다",
    "List the entries of this day in earlier years.": "지난해들의 오늘 쓴 일기를 나열합니다.",
    "Another day: 2026-11-19, yesterday, 5 March, 3월 5일.": "다른 날: 2026-11-19, 어제, 3월 5일.",
    """
    A few quiet lines, or none where no earlier year has an entry of the day: made to be called as \
    a shell starts. On the last of a February without a 29th, entries of the 29th are shown, too.

    Examples:
      echo 'photodiary onthisday' >> ~/.bashrc
      photodiary onthisday --date yesterday
      photodiary onthisday --format json | jq -r '.[].title'
    """:
      """
    몇 줄만 조용히 보여 주고, 지난해들의 그날에 일기가 없으면 아무것도 출력하지 않습니다. 셸이 시작할 때 \
    부르기 좋습니다. 29일이 없는 2월의 마지막 날에는 29일의 일기도 보여 줍니다.

    예:
      echo 'photodiary onthisday' >> ~/.bashrc
      photodiary onthisday --date 어제
      photodiary onthisday --format json | jq -r '.[].title'
    """,
    "The calendar has no day %1.": "달력에 %1{이라는/라는} 날이 없습니다.",
    "“%1” is more than one day.": "“%1”{은/는} 하루가 아닙니다.",
    "“%1” is no date. Write it as 2026-11-19, 2026-11, 2026 or yesterday.":
      "“%1”{은/는} 날짜가 아닙니다. 2026-11-19, 2026-11, 2026이나 어제처럼 쓰세요.",
    "The diary opens at one place: “%1” can't follow %2.":
      "다이어리는 한 곳에서만 열립니다. %2 뒤에 “%1”{을/를} 쓸 수 없습니다.",
  ]
}
