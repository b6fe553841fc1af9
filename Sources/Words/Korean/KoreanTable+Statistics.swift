// The diary in numbers, and the places of its entries.
extension KoreanTable {
  static let statistics = [
    "%1 place": "장소 %1곳",
    "%1 places": "장소 %1곳",
    "%1 day": "%1일",
    "%1 days": "%1일",

    // Keys.
    "Statistics": "통계",
    "Statistics: the diary in numbers": "통계: 숫자로 보는 다이어리",
    "places": "장소",
    "All places": "모든 장소",
    "later": "이후",
    "Show the entries of it; of a year, its months": "그 일기 보기, 해에서는 그해의 달 보기",
    "The months of the year before": "이전 해의 달",
    "The months of the year after; after the latest, the last twelve":
      "이후 해의 달, 마지막 해 다음은 최근 열두 달",
    "The next line, or scroll down": "다음 줄, 또는 아래로",
    "The line before, or scroll up": "앞 줄, 또는 위로",
    "To the next part: months, years, tags, places": "다음 부분으로: 달, 해, 태그, 장소",
    "To the part before": "앞 부분으로",
    "Show the entries of the place": "그 장소의 일기 보기",
    "By number, by the latest day, or by name": "많은 순서, 최근 날짜 순서 또는 이름 순서",
    "The place below": "아래 장소",
    "The place above": "위 장소",
    "The first place": "첫 장소",
    "The last place": "마지막 장소",

    // The screens.
    "Most used tags": "많이 쓴 태그",
    "Most named places": "많이 적은 장소",
    "Last 12 months": "최근 열두 달",
    "Years": "해",
    "Months": "달",
    "In all": "모두",
    "Entries": "일기",
    "Days": "쓴 날",
    "Words": "단어",
    "words": "단어",
    "Streak now": "지금 연속",
    "Longest streak": "가장 긴 연속",
    "until %1": "%1까지",
    "Hours of the day": "시각",
    "Days of the week": "요일",
    "%1 shows all places.": "%1 키로 모든 장소를 봅니다.",
    "counting… %1%": "세는 중… %1%",
    "Nothing was written in %1.": "%1에는 쓴 일기가 없습니다.",
    "There is nothing to count yet.": "아직 셀 일기가 없습니다.",
    "There is nothing to count yet. %1 in the list begins the first entry.":
      "아직 셀 일기가 없습니다. 목록에서 %1 키를 누르면 첫 일기를 씁니다.",
    "No entry names a place yet. In the editor, F2 notes one.":
      "아직 장소를 적은 일기가 없습니다. 쓸 때 F2 키로 적습니다.",

    // The command line.
    "Tell the diary in numbers: by year, month, weekday and hour, tags, places.":
      "다이어리를 숫자로 보여 줍니다: 해, 달, 요일, 시각, 태그, 장소별.",
    """
    Words are counted in the texts, as the reader counts them; days and hours are those of the \
    places where the entries were written. A streak is days in a row with an entry; the current \
    one reaches today, or yesterday while today has none.

    The table shows the last twelve months that have something and the ten most used tags and \
    places; JSON has all of them, in whole numbers.

    Examples:
      photodiary stats
      photodiary stats --from 2024 --to 2025 --journal Travel
      photodiary stats --format json | jq '.streaks.longest.days'
    """: """
    단어는 본문에서 읽기 화면과 같이 셉니다. 날짜와 시각은 일기를 쓴 곳의 것입니다. 연속은 일기를 쓴 날이 \
    이어진 것이고, 지금 연속은 오늘까지, 오늘 아직 쓰지 않았으면 어제까지입니다.

    표는 마지막 열두 달과 많이 쓴 태그와 장소 열 개씩을 보여 주고, JSON은 모두를 정수로 보여 줍니다.

    보기:
      photodiary stats
      photodiary stats --from 2024 --to 2025 --journal 여행
      photodiary stats --format json | jq '.streaks.longest.days'
    """,
  ]
}
