// Star, mood, weather and place of an entry.
extension KoreanTable {
  static let details = [
    "Details": "추가 정보",
    "Star": "별표",
    "Mood": "기분",
    "Weather": "날씨",
    "Place": "장소",
    "sunny": "맑음",
    "cloudy": "흐림",
    "rain": "비",
    "snow": "눈",
    "wind": "바람",
    "fog": "안개",
    "storm": "폭풍",
    "← → from the photos:": "← → 사진에서:",
    "Press Space to star or unstar.": "Space로 별표를 달거나 뗍니다.",
    "Finding where the photos were taken…": "사진을 찍은 곳을 찾는 중…",
    "Details of an entry": "일기의 추가 정보",
    "Next field: star, mood, weather, place": "다음 항목(별표, 기분, 날씨, 장소)",
    "Star or unstar": "별표 달기 또는 떼기",
    "Next suggestion, if nothing else is typed": "다음 제안(직접 쓴 글이 없을 때)",
    "Previous suggestion": "이전 제안",
    "Star or unstar the entry": "일기에 별표 달기 또는 떼기",
    "Edit star, mood, weather and place": "별표, 기분, 날씨, 장소",
  ]
}
