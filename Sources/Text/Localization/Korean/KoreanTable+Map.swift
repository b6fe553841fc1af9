extension KoreanTable {
  /// The map, on the screen, in the shell and in a site.
  static let map: [String: String] = [
    "Map": "지도",
    "Show the entries on a map": "일기를 지도에서 보기",
    "Show all places on a map": "모든 장소를 지도에서 보기",
    "map": "지도",
    "Show the entries of the selected place": "고른 곳의 일기 보기",
    "Next place": "다음 장소",
    "Previous place": "이전 장소",
    "All places in view": "모든 장소가 보이게",
    "smaller": "축소",
    "Draw or hide the way from place to place": "장소에서 장소로 간 길을 그리거나 숨기기",
    "way": "길",
    "Pan left": "왼쪽으로",
    "Pan right": "오른쪽으로",
    "Pan up": "위로",
    "Pan down": "아래로",
    "The way is drawn.": "길을 그렸습니다.",
    "The way is hidden.": "길을 숨겼습니다.",
    "Looking for places…": "장소를 찾는 중…",
    "map.empty":
      "어디서 썼는지 알 수 있는 일기가 없습니다. 찍은 곳이 적힌 사진을 넣거나, 편집기에서 F2를 눌러 장소를 쓰면 지도에 나옵니다.",
    "Show on a map where entries were written.": "일기를 쓴 곳을 지도에 보여 줍니다.",
    "discussion.map":
      """
    일기의 장소와 일기 수를 터미널 너비의 지도에 그리고, 장소를 목록으로 보여 줍니다. 어디서 썼는지는 일기의 \
    장소와, 찍은 곳이 적힌 사진으로 압니다. 네트워크에는 아무것도 묻지 않습니다.

    --svg는 대신 장소 이름과 일기 수가 있는 지도를, 브라우저나 다른 프로그램에서 볼 수 있는 그림으로 씁니다. 이미 \
    있는 파일에는 쓰지 않습니다.

    예:
      photodiary map
      photodiary map --from 2026-07 --to 2026-08
      photodiary map --tag travel --svg travel.svg
    """,
    "Write the map to a new file as an SVG image; - is standard output.":
      "지도를 SVG 그림으로 새 파일에 쓰기. -는 표준 출력입니다.",
    "%1 on the map in %2": "%2에 있는 지도에 %1",
    "No entry tells where it was.": "어디서 썼는지 알 수 있는 일기가 없습니다.",
    "and %1 more": "외 %1",
    "Can't read the map in %1: %2": "%1에 있는 지도를 읽을 수 없습니다: %2",
    "The map in %1 is damaged. Install the program again.":
      "%1에 있는 지도가 손상되었습니다. 프로그램을 다시 설치하세요.",
  ]
}
