// Moods over time, trips, a year in review, slide shows and random entries.
extension KoreanTable {
  static let memories = [
    // Moods.
    "Moods": "기분",
    "Show moods over time": "기분의 흐름 보기",
    "Show the entries of the mood or tag": "그 기분이나 태그의 일기 보기",
    "Next year, or the last twelve months": "이후 해, 마지막 해 다음은 최근 열두 달",
    "Next section: moods, tags": "다음 부분으로: 기분, 태그",
    "By tag": "태그별",
    "Some aren't in your order and left out of the line: set moods in config.toml.":
      "순서에 없는 기분은 선에 넣지 않았습니다. config.toml의 moods에 적으세요.",
    "No moods yet. Press F2 in the editor to add one.": "아직 기분을 적은 일기가 없습니다. 쓸 때 F2 키로 적습니다.",
    "Your moods, from the best to the worst": "좋은 것부터 나쁜 것까지 차례로 적은 기분",
    "a list of two or more, each once, such as [\"good\", \"bad\"]":
      "[\"좋음\", \"나쁨\"]처럼 서로 다른 둘 이상의 목록",

    // Trips.
    "Trips": "여행",
    "%1 trips": "여행 %1번",
    "Show trips, days away from home": "집을 떠나 있던 여행 보기",
    "Show the trip's entries": "그 여행의 일기 보기",
    "looking…": "찾는 중…",
    "Show the way on a map": "다닌 길을 지도에서 보기",
    "Show the year on a map": "그해를 지도에서 보기",
    "No trips yet. They are found by where photos were taken, far from where most of yours were.":
      "아직 여행이 없습니다. 평소에 찍는 곳에서 멀리 떨어져 찍은 사진으로 찾습니다.",
    "List trips, the latest first.": "여행을 최근 것부터 보여 줍니다.",
    "No trips.": "여행이 없습니다.",
    "discussion.trips": """
    여행이란 멀리서 쓴 일기가 있는 날들입니다. 앞뒤 반년 동안 일기를 가장 많이 쓴 곳에서 60 km 넘게 떨어진 곳을 \
    멀다고 봅니다. 사진의 위치와, 다른 일기의 사진으로 위치를 아는 장소로 압니다.

    예:
      photodiary trips
      photodiary trips --format json | jq -r '.[0].places[]'
    """,

    // A year in review.
    "Year in review": "한 해 돌아보기",
    "year": "한 해",
    "%1 in review": "%1 돌아보기",
    "Show the selected entry, or entries": "고른 일기 보기",
    "Next section": "다음 부분으로",
    "Longest entries": "가장 긴 일기",
    "Starred entries": "별표한 일기",
    "Starred photos": "별표한 일기의 사진",
    "No entries in that year.": "그해에는 일기가 없습니다.",
    "Show a year in review.": "한 해를 돌아봅니다.",
    "The year, as 2025.": "2025처럼 쓴 해.",
    "%1 isn't a year. Write it as 2025.": "%1{은/는} 해가 아닙니다. 2025처럼 쓰세요.",
    "discussion.review": """
    그해의 달, 태그와 장소, 여행, 가장 긴 일기와 별표한 일기입니다. 해를 적지 않으면 올해입니다.

    예:
      photodiary review
      photodiary review 2025
      photodiary review 2025 --format json | jq '.longest[0].title'
    """,

    // Slide shows.
    "slide show": "슬라이드 쇼",
    "Slide show of the photos shown": "보이는 사진으로 슬라이드 쇼",
    "Slide show from the photo on": "그 사진부터 슬라이드 쇼",
    "Start or end a slide show": "슬라이드 쇼 시작하기, 끝내기",
    "Pause or resume the slide show": "슬라이드 쇼 멈추기, 잇기",
    "Paused: Space goes on": "멈춤: Space 키로 잇기",
    "That was the last photo.": "마지막 사진이었습니다.",
    "Seconds that a slide show shows each photo": "슬라이드 쇼에서 사진 하나를 보여 주는 초",

    // Random entries.
    "Go to a random entry": "아무 일기로 가기",
    "random": "아무 일기",
    "Show a random entry.": "아무 일기나 하나 보여 줍니다.",
    "discussion.random": """
    모든 일기 가운데 아무것이나 하나를 photodiary show처럼 보여 줍니다. 조건을 주면 그에 맞는 일기 가운데서 고릅니다.

    예:
      photodiary random
      photodiary random --to 2020 --with-photos
    """,
  ]
}
