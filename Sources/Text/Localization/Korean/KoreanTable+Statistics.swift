// The diary in numbers, and the places of its entries.
extension KoreanTable {
  static let statistics = [
    "%1 places": "장소 %1곳",
    "%1 days": "%1일",

    // Keys.
    "Statistics": "통계",
    "Show statistics": "통계 보기",
    "places": "장소",
    "Places": "장소",
    "Show all places": "모든 장소 보기",
    "later": "이후",
    "Show its entries; for a year, its months": "그 일기 보기, 해에서는 그해의 달 보기",
    "Months of the previous year": "이전 해의 달",
    "Months of the next year, or the last twelve": "이후 해의 달, 마지막 해 다음은 최근 열두 달",
    "Next section: months, years, tags, places": "다음 부분으로: 달, 해, 태그, 장소",
    "Previous section": "앞 부분으로",
    "Show the place's entries": "그 장소의 일기 보기",
    "Sort by count, latest day or name": "많은 순서, 최근 날짜 순서 또는 이름 순서",

    // The screens.
    "Most used tags": "많이 쓴 태그",
    "Most frequent places": "많이 적은 장소",
    "Last 12 months": "최근 열두 달",
    "Years": "해",
    "Months": "달",
    "Total": "전체",
    "Entries": "일기",
    "Days": "쓴 날",
    "Words": "단어",
    "words": "단어",
    "Current streak": "현재 연속 기록",
    "Longest streak": "최장 연속 기록",
    "until %1": "%1까지",
    "Hours of the day": "시간대",
    "Days of the week": "요일",
    "Press %1 for all places.": "%1 키로 모든 장소를 봅니다.",
    "counting… %1%": "세는 중… %1%",
    "No entries in %1.": "%1에는 쓴 일기가 없습니다.",
    "Nothing to count yet.": "아직 셀 일기가 없습니다.",
    "Nothing to count yet. Press %1 in the list to write your first entry.":
      "아직 셀 일기가 없습니다. 목록에서 %1 키를 누르면 첫 일기를 씁니다.",
    "No places yet. Press F2 in the editor to add one.": "아직 장소를 적은 일기가 없습니다. 쓸 때 F2 키로 적습니다.",

    // The command line.
    "Show statistics by year, month, weekday and hour, tags and places.":
      "통계를 연도, 월, 요일, 시간대, 태그, 장소별로 보여 줍니다.",
  ]
}
