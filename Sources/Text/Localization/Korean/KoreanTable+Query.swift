extension KoreanTable {
  /// The language of searches, and what is wrong with a query.
  static let query: [String: String] = [
    "“%1” needs a value, for example %2.": "“%1” 뒤에 무엇을 찾을지 쓰세요. 예: %2",
    "Unknown “%1”. Try %2.": "“%1”{은/는} 쓸 수 없습니다. %2{을/를} 써 보세요.",
    "“%1” isn't a date. Write date:2024, date:2024-05, date:2024-05-03 or from..to.":
      "“%1”{은/는} 날짜가 아닙니다. date:2024, date:2024-05, date:2024-05-03이나 처음..끝으로 쓰세요.",
    "on:yesterday": "on:어제",
    "“%1”: press Space or Enter to leave out what has it.":
      "“%1”: 스페이스나 Enter를 누르면 이 말이 있는 일기를 뺍니다.",
    "→ %1": "→ %1",
    "→ %1 – %2": "→ %1 – %2",
    "→ from %1": "→ %1부터",
    "→ until %1": "→ %1까지",
    "“%1”: there's no such date.": "“%1”: 없는 날짜입니다.",
    "“%1” ends before it begins. Write the earlier date first.":
      "“%1”{은/는} 끝이 처음보다 이릅니다. 이른 날짜를 먼저 쓰세요.",
    "“%1”: did you mean %2:? If not, put it in quotes.": "“%1”: %2:{을/를} 쓰려고 하셨나요? 아니면 따옴표로 묶으세요.",
    "tag:walks": "tag:산책",
    "journal:Travel": "journal:여행",
    "author:Kim": "author:김",
    "place:Seoul": "place:서울",
    "weather:rain": "weather:비",
    "Matching this search (see photodiary search).": "photodiary search처럼 이 검색으로 찾은 것만.",
  ]
}
