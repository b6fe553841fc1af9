extension KoreanTable {
  /// The calendar and what earlier years had.
  static let days: [String: String] = [
    "today": "오늘",
    "Today": "오늘",
    "no entry": "일기 없음",
    "Calendar, %1": "달력, %1",
    "No entry on this day.": "이날 쓴 일기가 없습니다.",
    "Press %1 to write one.": "%1{을/를} 누르면 새로 씁니다.",
    "month view": "월간 보기",
    "year view": "연간 보기",
    "Go to:": "날짜로:",
    "Go to a date": "날짜로 가기",
    "There's no such date.": "없는 날짜입니다.",
    "Couldn't read that date. %1": "알 수 없는 날짜입니다. %1",
    "Try: yesterday, 3 days ago, last friday, 5 March, 2024-05":
      "예: 어제, 3일 전, 지난 금요일, 3월 5일, 2024-05",
    "Try: yesterday 21:00, 3 days ago, last friday, 5 March 9pm":
      "예: 어제 21:00, 3일 전, 지난 금요일, 3월 5일 오후 9시",
    "There's no such time. %1": "없는 시각입니다. %1",
    "That's more than one day. %1": "하루가 아닙니다. %1",
    "“%1” isn't a date. Write it as 2026-11-19, yesterday or yesterday 21:00.":
      "“%1”{은/는} 날짜가 아닙니다. 2026-11-19, 어제, 어제 21:00처럼 쓰세요.",
    "%1 years ago": "%1년 전",
    "%1 years ago today: %2": "%1년 전 오늘: %2",
    "On this day": "지난 오늘",
    "On this day · %1": "지난 오늘 · %1",
    "On this day, %1": "지난 오늘, %1",
    "and %1 more in the diary": "그 밖에 다이어리에 %1개",
    "No entries on this day in earlier years.": "예전 이날에 쓴 일기가 없습니다.",
    "Press %1 or %2 for the days before and after.": "%1, %2 키로 앞뒤 날을 봅니다.",

    // Keys.
    "On this day in earlier years": "지난 오늘(예전 이날에 쓴 일기)",
    "Read the day's entries, or write one": "그날의 일기를 읽거나 새로 쓰기",
    "New entry on this day": "그날의 새 일기",
    "Go to a date (or start typing digits)": "날짜를 써서 가기(숫자를 눌러도 시작)",
    "go to": "날짜로",
    "Switch between year and month view": "연간 보기/월간 보기",
    "Go back; Esc first leaves the entries": "뒤로(Esc는 일기에서 날짜로 먼저)",
    "Previous day (year view: previous week)": "전날(연간 보기에서는 지난주)",
    "Next day": "다음 날",
    "Previous day": "전날",
    "Next week (year view: next day)": "다음 주(연간 보기에서는 다음 날)",
    "Previous week": "지난주",
    "Next month (year view: next year)": "다음 달(연간 보기에서는 다음 해)",
    "Previous month": "지난달",
    "Next year": "다음 해",
    "Previous year": "지난해",
    "First day of the month or year": "달이나 해의 첫날",
    "Last day of the month or year": "달이나 해의 마지막 날",
    "Switch between days and entries": "그날의 일기로, 다시 날짜로",
    "earlier year": "이전 해",
    "later year": "이후 해",
    "Show the day in the calendar": "그날을 달력에서 보기",

    // The command line and settings.
    "First day of the week; auto follows the locale": "한 주를 시작하는 요일. auto는 로캘을 따릅니다",
    "List entries of this day in earlier years.": "예전 이날에 쓴 일기를 나열합니다.",
    "Another day: 2026-11-19, yesterday, 5 March, 3월 5일.": "다른 날: 2026-11-19, 어제, 3월 5일.",
    "There's no date %1.": "%1{이라는/라는} 날짜는 없습니다.",
    "“%1” is more than one day.": "“%1”{은/는} 하루가 아닙니다.",
    "“%1” isn't a date. Write it as 2026-11-19, 2026-11, 2026 or yesterday.":
      "“%1”{은/는} 날짜가 아닙니다. 2026-11-19, 2026-11, 2026이나 어제처럼 쓰세요.",
    "The diary opens in one place: remove “%1” or %2.":
      "다이어리는 한 곳에서만 열립니다. “%1”{과/와} %2 중 하나를 빼세요.",
  ]
}
