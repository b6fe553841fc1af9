extension DemoEntry {
  /// The sample diary: a few weeks in two languages, and a day a year ago.
  static let all = [
    DemoEntry(
      day: .before(0), time: "07:30", title: "강가 산책, 안개",
      text: """
        아침 일찍 강가를 걸었다. 안개가 천천히 걷히고 첫 기차가 다리를 건넜다. 물 위로 오리 두 마리가 \
        소리도 없이 지나갔다.

        [river-fog.jpg] 다리 아래, 일곱 시 반

        돌아오는 길에 빵집에서 따뜻한 식빵을 샀다. 집까지 오는 동안 봉지가 손난로가 되어 주었다.
        """, tags: ["산책", "강"]),
    DemoEntry(
      day: .before(1), time: "21:10", title: "A letter from the north",
      text: """
        Maren wrote, four pages, in the green ink she has used since school. She has moved into the \
        house by the fjord at last. The stove smokes, the neighbor's dog visits every morning at \
        seven, and she says the light in November is *not* sad, only short.

        I will answer by hand. Things to tell her:

        - the plum tree survived the storm
        - I finished the blue scarf
        - yes, I will come in March
        """, tags: ["letters", "friends"]),
    DemoEntry(
      day: .before(3), time: "08:05", title: "첫눈",
      text: """
        커튼을 걷으니 온 동네가 하얗다. 올해 첫눈이다. 아이들은 학교 가기 전에 벌써 눈사람을 하나 만들었는데 \
        코는 당근이 아니라 빨래집게였다.

        [first-snow.jpg] 아무도 밟지 않은 골목

        점심때쯤 거의 다 녹았다. 그래도 첫눈은 첫눈.
        """, tags: ["겨울", "가족"]),
    DemoEntry(
      day: .before(4), time: "19:40", title: "Soup, and two chapters",
      text: """
        Rain all day, so soup: leeks, potatoes, the last of the thyme from the windowsill. It needed \
        an hour and then it was suddenly perfect.

        [warm-soup.jpg] The good bowl

        Read two chapters by the window until I could no longer see the lines, and then sat on for \
        a while without the lamp.

        [window-reading.jpg]
        """, tags: ["food", "reading"]),
    DemoEntry(
      day: .before(6), time: "16:20", title: "",
      text: """
        Fixed the gate. It only took three years and eleven minutes.
        """, tags: ["house"]),
    DemoEntry(
      day: .before(9), time: "22:15", title: "한강, 밤",
      text: """
        퇴근하고 자전거로 잠수교까지 갔다. 바람은 찼지만 강물에 비친 불빛이 너무 예뻐서 한참을 서 있었다.

        [han-river-night.jpg] 반포 쪽에서

        집에 오니 열한 시. 다리가 후들거린다. 내일은 버스를 타야지.
        """, tags: ["강", "자전거"]),
    DemoEntry(
      day: .before(12), time: "18:00", title: "Three ridges",
      text: """
        Up before the sun for once. From the top we counted three ridges, then five, and when the \
        haze thinned out Jun said *seven*, and nobody argued.

        [mountain-ridges.jpg] Seven, if you are generous

        Sandwiches at 1,240 m taste better than anything has a right to. Knees complained the whole \
        way down; I told them it was their idea too.
        """, tags: ["hiking", "friends"]),
    DemoEntry(
      day: .before(16), time: "20:30", title: "엄마의 된장찌개",
      text: """
        엄마한테 전화해서 된장찌개 비법을 물어봤다. 대답은 늘 같다. "그냥 눈대중으로 하면 돼."

        받아 적은 것:

        1. 멸치 육수를 *충분히* 오래
        2. 감자는 일찍, 두부는 늦게
        3. 마지막에 청양고추 하나

        비슷하게는 됐다. 그런데 왜 엄마 것만큼 맛있지 않을까.
        """, tags: ["가족", "음식"]),
    DemoEntry(
      day: .before(21), time: "23:05", title: "What went well",
      text: """
        - The talk. My hands shook for one minute and then forgot to.
        - Someone I don't know stayed behind to say it had helped.
        - Walked home instead of taking the tram.
        """, tags: ["work"]),
    DemoEntry(
      day: .before(27), time: "17:45", title: "The last warm evening",
      text: """
        We took the early train to the coast because the forecast said it was the last warm day, and \
        for once the forecast was right. Shoes off, trousers rolled up, the water cold enough to \
        make us shout.

        [sea-sunset.jpg] Just before it went

        On the way back everybody in the carriage was asleep, sunburnt, with sand in their bags.
        """, tags: ["travel", "sea"]),
    DemoEntry(
      day: .before(34), time: "12:30", title: "도서관",
      text: """
        빌린 책: 『자기 앞의 생』, 『식물의 책』, 그리고 표지만 보고 고른 시집 한 권.

        시집에서 한 줄: "오늘은 어제보다 조금 더 오늘이다."
        """, tags: ["독서"]),
    DemoEntry(
      day: .yearsAgo(1), time: "09:15", title: "매화, and a plum tree of our own",
      text: """
        We planted it today, a stick with roots, really. The man at the nursery promised blossom in \
        the second spring. 할머니 마당에 있던 그 매화나무처럼 자라면 좋겠다.

        [plum-blossom.jpg] 할머니 댁 매화, 그 봄에
        """, tags: ["garden", "가족"]),
  ]
}

/// An entry of the sample diary, before it has a date and photos.
struct DemoEntry: Sendable {
  enum Day: Sendable {
    /// This many days before today.
    case before(Int)
    /// Today's date, this many years ago.
    case yearsAgo(Int)
  }

  let day: Day
  /// The time of day, as `07:30`.
  let time: String
  let title: String
  /// The text. A line `[river-fog.jpg] caption` places that photo.
  let text: String
  var tags: [String] = []
}
