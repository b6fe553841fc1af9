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
    "Choose the place in a list": "목록에서 장소 고르기",
    "Where was it?": "어디였나요?",
    "Places of an entry": "일기의 장소",
    "Take the place": "장소로 쓰기",
    "The photos don't say where they were taken.": "사진에 찍은 곳이 적혀 있지 않습니다.",
    "Name the places, or leave them out": "장소 이름 넣기 또는 빼기",
    "Can't read the names of places in %1: %2": "%1에 있는 장소 이름을 읽을 수 없습니다: %2",
    "The names of places in %1 are damaged. Install the program again.":
      "%1에 있는 장소 이름이 손상되었습니다. 프로그램을 다시 설치하세요.",
    "The names of places aren't installed. Only your own are used.":
      "장소 이름이 설치되어 있지 않습니다. 직접 쓴 이름만 씁니다.",
    "names of places": "장소 이름",
    "Edit star, mood, weather and place": "별표, 기분, 날씨, 장소",
  ]
}
