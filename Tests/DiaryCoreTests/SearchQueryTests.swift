import DiaryCore
import TestSupport
import Testing
import Text

@Suite("Search queries") struct SearchQueryTests {
  private static func text(_ text: String) -> EntryPredicate { .text(SearchPhrase(text)) }
  private static func exact(_ text: String) -> EntryPredicate {
    .text(SearchPhrase(text, isExact: true))
  }
  private static func tag(_ name: String, accents: SearchPhrase.Accents = .ignored)
    -> EntryPredicate
  {
    .tagNamed(SearchPhrase(name, isExact: true, accents: accents))
  }
  private static func journal(_ name: String, accents: SearchPhrase.Accents = .ignored)
    -> EntryPredicate
  {
    .journalNamed(SearchPhrase(name, isExact: true, accents: accents))
  }
  private static func near(_ place: String, _ radius: Double) -> EntryPredicate {
    Vicinity(place, radius: radius).map { .near($0) } ?? .all
  }
  /// A Saturday.
  private static let today = day("2026-11-21")
  private static func day(_ text: String) -> CalendarDay {
    CalendarDay(text) ?? CalendarDay(daysSinceEpoch: 0)
  }

  @Test(
    arguments: [
      ("", []), ("  ", []), ("\"\"", []), ("\" \" -\"\"", []),
      ("plum tree", [text("plum"), text("tree")]),
      ("\"plum tree\" x", [exact("plum tree"), text("x")]),
      ("a\"b c\"d", [text("a"), exact("b c"), text("d")]), ("\"walk in", [exact("walk in")]),
      ("#산책 # -#x", [text("산책"), text("#"), .not(text("x"))]), ("\"#산책\"", [exact("#산책")]),
      ("-rain", [.not(text("rain"))]), ("-\"a b\"", [.not(exact("a b"))]),
      ("- -- --dashes a-b", [text("-"), text("--"), text("--dashes"), text("a-b")]),
      ("http://x 12:30 ㄱ:ㅊ : ::", ["http://x", "12:30", "ㄱ:ㅊ", ":", "::"].map(text)),
      ("data: tags: palace: 12:", ["data:", "tags:", "palace:", "12:"].map(text)),
      ("tag:walks TAG:#산책 태그:a:b", [tag("walks"), tag("산책"), tag("a:b")]),
      ("journal:\"New York\"x", [journal("New York", accents: .all), text("x")]),
      ("일기장:여행", [journal("여행")]),
      (
        "journal:\"기본 일기장\" -journal:diary",
        [journal("기본 일기장", accents: .all), .not(journal("diary"))]
      ),
      (#"tag:"a\"b" "\\" x"#, [tag("a\"b", accents: .all), exact("\\"), text("x")]),
      (#""C:\temp\" x"#, [exact(#"C:\temp" x"#)]),
      ("tag:\"open end", [tag("open end", accents: .all)]), ("-tag:x", [.not(tag("x"))]),
      ("date:2024", [.and([.from(day("2024-01-01")), .to(day("2024-12-31"))])]),
      ("날짜:2024-02", [.and([.from(day("2024-02-01")), .to(day("2024-02-29"))])]),
      ("date:2024-05-03", [.and([.from(day("2024-05-03")), .to(day("2024-05-03"))])]),
      ("date:yesterday", [.within(day("2026-11-20")...day("2026-11-20"))]),
      ("날짜:2024년", [.within(day("2024-01-01")...day("2024-12-31"))]),
      ("date:2024-5", [.within(day("2024-05-01")...day("2024-05-31"))]),
      ("날짜:\"작년 3월\"..x", [.within(day("2025-03-01")...day("2025-03-31")), text("..x")]),
      ("date:지난주..", [.from(day("2026-11-09"))]),
      ("date:2024-05..2024-08", [.and([.from(day("2024-05-01")), .to(day("2024-08-31"))])]),
      ("date:2024-05-03..", [.from(day("2024-05-03"))]), ("Date:..2023", [.to(day("2023-12-31"))]),
      ("date:2024..2024-03", [.and([.from(day("2024-01-01")), .to(day("2024-03-31"))])]),
      ("from:yesterday to:2024-08", [.from(day("2026-11-20")), .to(day("2024-08-31"))]),
      ("부터:어제 까지:2024", [.from(day("2026-11-20")), .to(day("2024-12-31"))]),
      ("on:\"3 days ago\"", [.within(day("2026-11-18")...day("2026-11-18"))]),
      ("has:photo has:PHOTOS has:사진", [.withPhotos, .withPhotos, .withPhotos]),
      ("is:starred -is:별표 is:Pinned", [.starred, .not(.starred), .pinned]),
      ("author:3f9a 작성자:김", [.author("3f9a"), .author("김")]),
      (
        "place:서울 place:\"서\"",
        [.place(SearchPhrase("서울")), .place(SearchPhrase("서", isExact: true))]
      ), ("mood:😊 기분:좋", [.mood(SearchPhrase("😊")), .mood(SearchPhrase("좋"))]),
      ("weather:rain 날씨:비", [.weather(SearchPhrase("rain")), .weather(SearchPhrase("비"))]),
      ("near:Seoul x", [near("Seoul", 20_000), text("x")]),
      ("near:\"New York\" 5.5km", [near("New York", 5500)]),
      ("-근처:33.5,126.5 500M", [.not(near("33.5,126.5", 500))]),
      ("(near:서울 10mi OR x)", [near("서울", 16_093.44), text("x")]),
      ("near:Seoul 5 near:\"a\"5km", [near("Seoul", 20_000), text("5"), near("a", 5000)]),
      ("\"tag:x\"", [exact("tag:x")]),
    ] as [(String, [EntryPredicate])])
  func `parses terms`(_ text: String, _ terms: [EntryPredicate]) {
    let query = SearchQuery(text, today: Self.today)
    expectEqual(query.terms.map(\.predicate), terms)
    expect(query.issues.isEmpty)
    expectEqual(query.isEmpty, terms.isEmpty)
  }

  @Test(
    arguments: [
      ("tag:wa", [.tagBeginning(SearchPhrase("wa"))]), ("tag:wa ", [tag("wa")]),
      ("tag:wa x", [tag("wa"), text("x")]),
      ("x 태그:#ㅅ", [text("x"), .tagBeginning(SearchPhrase("ㅅ"))]),
      ("journal:\"new ", [.journalBeginning(SearchPhrase("new ", accents: .all))]),
      ("journal:\"new\"", [journal("new", accents: .all)]),
      ("journal:\"new\"x", [journal("new", accents: .all), text("x")]),
      (#"tag:"a\""#, [.tagBeginning(SearchPhrase("a\"", accents: .all))]),
      (#"tag:"a\"b""#, [tag("a\"b", accents: .all)]),
      ("tag:a tag:b", [tag("a"), .tagBeginning(SearchPhrase("b"))]),
      ("has:photo", [.withPhotos]), ("walk", [text("walk")]),
      ("\"first ", [.text(SearchPhrase("first", accents: .all))]),
      ("\"첫누", [.text(SearchPhrase("첫누", accents: .all))]),
    ] as [(String, [EntryPredicate])])
  func `treats an unfinished name or quote as a prefix`(_ text: String, _ terms: [EntryPredicate]) {
    expectEqual(
      SearchQuery(text, today: Self.today, typingAt: text.endIndex).terms.map(\.predicate), terms)
  }

  @Test(
    arguments: [
      ("soup -", "-", ["soup"]), ("river -r", "-r", ["river"]), ("x -tag:wa", "-tag:wa", ["x"]),
      ("x -\"a b", "-\"a b", ["x"]), ("--", "--", []), ("x -", "-", ["x"]),
    ] as [(String, String, [String])])
  func `ignores an exclusion being typed`(_ text: String, _ term: String, _ rest: [String]) throws {
    let query = SearchQuery(text, today: Self.today, typingAt: text.endIndex)
    expectEqual(query.pending.map { String(text[$0]) }, term)
    expectEqual(query.terms.map(\.predicate), rest.map(Self.text))
    expect(query.issues.isEmpty)
    // It counts if the caret is elsewhere, a space follows, or on the command line.
    for finished in [
      SearchQuery(text, today: Self.today, typingAt: text.startIndex),
      SearchQuery(text, today: Self.today),
    ] {
      expectNil(finished.pending)
      expectEqual(finished.terms.count, rest.count + 1)
    }
    let ended = text + (text.contains("\"") ? "\"" : " ")
    let query2 = SearchQuery(ended, today: Self.today, typingAt: ended.endIndex)
    expectNil(query2.pending)
    expectEqual(query2.terms.count, rest.count + 1)
  }

  @Test(arguments: [
    "2", "20", "202", "2024-", "2024-0", "2024..", "2024..2", "..20", "..", "yest", "\"last fr",
  ])
  func `accepts an incomplete date at the caret`(_ typed: String) {
    let text = "a date:" + typed
    let query = SearchQuery(text, today: Self.today, typingAt: text.endIndex)
    expect(query.issues.isEmpty)
    expectEqual(query.terms.count, (typed == "2024.." ? 2 : 1))
    // Elsewhere it is taken literally.
    let left = SearchQuery(text, today: Self.today, typingAt: text.startIndex)
    expectEqual(left.issues.count + left.terms.count, 2)
  }

  @Test(arguments: ["near:Je", "near:\"Je", "near:Jeju 2", "near:Jeju 20k", "near:Jeju 20km"])
  func `accepts an incomplete area at the caret`(_ text: String) throws {
    let query = SearchQuery(text, today: Self.today, typingAt: text.endIndex)
    expect(query.issues.isEmpty)
    guard case .near(let vicinity, _) = try #require(query.terms.first).predicate else {
      return fail("\(query.terms)")
    }
    expectEqual(query.terms.count, 1)
    expect(vicinity.isTyped)
    expectEqual(vicinity.radius, 20_000)
  }

  @Test(arguments: ["near:Seoul 0km", "near:Seoul 1001km", "near:Seoul 99999999km"])
  func `reports an impossible distance`(_ text: String) {
    expectEqual(SearchQuery(text, today: Self.today).issues.map(\.failure), [.invalidDistance])
  }

  @Test func `reports an impossible date even at the caret`() {
    for text in ["date:soon", "date:2024-13", "date:2024..2023"] {
      let query = SearchQuery(text, today: Self.today, typingAt: text.endIndex)
      expectEqual(query.issues.count, 1, "\(text)")
    }
  }

  @Test(
    arguments: [
      ("Walks", "wa", true), ("walks", "walks", true), ("walks", "alks", false),
      ("산책", "ㅅ", true), ("산책", "사", true), ("산책", "ㅅㅊ", true), ("등산", "사", false),
      ("New York", "new y", true), ("x", "", true), ("", "x", false), ("a", "ab", false),
    ])
  func `matches a name by its prefix`(_ name: String, _ start: String, _ begins: Bool) {
    expectEqual(FoldedText(name).begins(with: SearchPhrase(start)), begins)
  }

  @Test(
    arguments: [
      ("a date:soon b", "date:soon", .invalidDate), ("date:2024-13", "date:2024-13", .noSuchDay),
      ("date:2023-02-29", "date:2023-02-29", .noSuchDay), ("date:..", "date:..", .invalidDate),
      ("date:2024..x", "date:2024..x", .invalidDate),
      ("date:2024...", "date:2024...", .invalidDate),
      ("date:2024..2023", "date:2024..2023", .endsBeforeStart),
      ("from:2024..2025", "from:2024..2025", .invalidDate), ("to:soon", "to:soon", .invalidDate),
      ("x from: y", "from:", .noValue(.from)), ("tag: x", "tag:", .noValue(.tag)),
      ("x -journal:\"\"", "-journal:\"\"", .noValue(.journal)), ("has: ", "has:", .noValue(.has)),
      ("has:x", "has:x", .unknownValue(valid: "has:photo, has:video")),
      ("is:\"x y\"", "is:\"x y\"", .unknownValue(valid: "is:starred, is:pinned")),
      ("tags:a", "tags:a", .unknownKey(nearest: .tag)),
      ("jornal:a", "jornal:a", .unknownKey(nearest: .journal)),
      ("-auhtor:a", "-auhtor:a", .unknownKey(nearest: .author)),
      ("plcae:a", "plcae:a", .unknownKey(nearest: .place)),
    ] as [(String, String, SearchError)])
  func `reports invalid terms`(_ text: String, _ term: String, _ failure: SearchError) throws {
    let query = SearchQuery(text, today: Self.today)
    let issue = try require(query.issues.first)
    expectEqual(query.issues.count, 1)
    expectEqual(issue.failure, failure)
    expect(issue.term == term && text[issue.range] == term)
    expectContains(issue.line, term)
    expectNotEqual(Language.korean.speaking { issue.line }, issue.line)
    let rest = text.replacing(term, with: "").split(separator: " ")
    expectEqual(query.terms.count, rest.count)
  }

  private static func numbers(_ text: String) -> NumberRange {
    guard case .words(let range) = SearchQuery("words:" + text, today: today).predicate else {
      preconditionFailure("not a range: \(text)")
    }
    return range
  }

  @Test(
    arguments: [
      ("apple OR banana", .or([text("apple"), text("banana")])),
      (
        "a b OR c d OR e",
        .or([.and([text("a"), text("b")]), .and([text("c"), text("d")]), text("e")])
      ),
      ("(a OR b) c", .and([.or([text("a"), text("b")]), text("c")])),
      ("-(a OR tag:b)-c", .and([.not(.or([text("a"), tag("b")])), .not(text("c"))])),
      ("(a)(\"b c\")", .and([text("a"), exact("b c")])),
      ("((a) OR (b))", .or([text("a"), text("b")])),
      ("f(x) :) a)", .and([text("f(x)"), text(":)"), text("a)")])),
      ("(f(x) OR y)", .or([text("f(x)"), text("y")])), ("( a )", text("a")),
      ("or ORange \"OR\" -OR", .and([text("or"), text("ORange"), exact("OR"), .not(text("OR"))])),
      ("has:video", .withVideos), ("mood:>=4", .or([.withMood("😄"), .withMood("🙂")])),
      ("mood:<2", .withMood("😢")), ("mood:>9", .ids([])), ("photos:3", .photos(numbers("=3"))),
      (
        "characters:..9 글자수:<10", .and([.characters(numbers("0..9")), .characters(numbers("<=9"))])
      ),
    ] as [(String, EntryPredicate)])
  func `parses alternatives, groups and numbers`(_ text: String, _ predicate: EntryPredicate) {
    let query = SearchQuery(text, today: Self.today)
    expectEqual(query.predicate, predicate)
    expect(query.issues.isEmpty)
  }

  @Test func `a change is compared with local days`() {
    let query = SearchQuery(
      "changed:2026-11-20", today: Self.today, settings: SearchSettings(offset: 9 * 3600))
    guard case .changed(let range) = query.predicate else {
      Issue.record("\(query.predicate)")
      return
    }
    expectEqual(range.lowerBound.description, "2026-11-19T15:00:00.000Z")
    expectEqual(range.upperBound.description, "2026-11-20T15:00:00.000Z")
  }

  @Test(
    arguments: [
      ("OR a", "OR", .noOperand), ("a OR", "OR", .noOperand), ("a OR OR b", "OR", .noOperand),
      ("(a OR) b", "OR", .noOperand), ("a ()", "()", .emptyGroup),
      ("a (b OR c", "(b OR c", .unclosedGroup),
      ("a -(b", "-(b", .unclosedGroup), ("words:x", "words:x", .invalidNumber(.words)),
      ("photos:>", "photos:>", .invalidNumber(.photos)),
      ("mood:>x", "mood:>x", .invalidNumber(.mood)),
      ("words:5..3", "words:5..3", .invalidNumber(.words)),
      ("words:1234567890", "words:1234567890", .invalidNumber(.words)),
      ("changed:soon", "changed:soon", .invalidDate),
    ] as [(String, String, SearchError)])
  func `reports mistakes of alternatives, groups and numbers`(
    _ text: String, _ term: String, _ failure: SearchError
  ) throws {
    let issue = try require(SearchQuery(text, today: Self.today).issues.first)
    expectEqual(issue.failure, failure)
    expectEqual(issue.term, term)
    expectContains(issue.line, term)
    expectNotEqual(Language.korean.speaking { issue.line }, issue.line)
  }

  @Test(arguments: [
    String(repeating: "(", count: 1000) + "a", String(repeating: "a OR ", count: 1000) + "a",
    String(repeating: "-(", count: 100_000), String(repeating: "words:x ", count: 1000),
  ])
  func `limits the size of a query`(_ text: String) {
    let query = SearchQuery(text, today: Self.today)
    expect(query.issues.contains { $0.failure == .tooLong })
    expectAtMost(query.terms.count, 501)
  }

  @Test func `a group being typed ends at the caret`() {
    for text in ["(a OR b", "(a OR b OR", "(a OR b) OR words:>"] {
      let query = SearchQuery(text, today: Self.today, typingAt: text.endIndex)
      expectEqual(query.predicate, .or([Self.text("a"), Self.text("b")]), "\(text)")
      expect(query.issues.isEmpty)
    }
    let text = "a -(b OR c"
    let query = SearchQuery(text, today: Self.today, typingAt: text.endIndex)
    expectEqual(query.predicate, Self.text("a"))
    expectEqual(query.issues.map(\.failure), [.unclosedGroup])
  }

  @Test func `highlights only required phrases`() {
    let query = SearchQuery("강가 -비 \"첫 눈\" tag:산책 place:서울 date:soon", today: Self.today)
    expectEqual(query.phrases, [SearchPhrase("강가"), SearchPhrase("첫 눈", isExact: true)])
    expectEqual(query.issues.map(\.failure), [.invalidDate])
    let either = SearchQuery("(a OR \"b\") -(c OR d)", today: Self.today)
    expectEqual(either.phrases, [SearchPhrase("a"), SearchPhrase("b", isExact: true)])
  }

  @Test func `parses random input into consecutive terms`() {
    let pieces = [
      "tag", "date", "is", "has", "태그", "journal", "jornal", ":", ":", "-", "-", "\"", "\"", " ",
      " ", "#", "..", "2024", "-05", "photo", "starred", "강가", "ㄱ", "\u{1100}", "\u{301}", "\r\n",
      "\t", "👩‍🚀", "\u{0}", "\\", "\u{202E}", "é", "x",
    ]
    var random = SeededGenerator(seed: 20_261_122)
    func typed(_ count: Int) -> String {
      (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
    for _ in 0..<4000 {
      let text = typed(Int.random(in: 0...14, using: &random))
      let query = SearchQuery(text, today: Self.today)
      let ranges = query.terms.map(\.range) + query.issues.map(\.range)
      var end = text.startIndex
      for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        expectAtLeast(range.lowerBound, end, "\(text)")
        expect(!range.isEmpty, "\(text)")
        end = range.upperBound
      }
      for issue in query.issues { expectEqual(issue.line, issue.line.printable) }
      // If its quotes are closed, a text doesn't affect the text after it.
      guard !text.contains("\\"), text.count(where: { $0 == "\"" }).isMultiple(of: 2) else {
        continue
      }
      let more = typed(3)
      let both = SearchQuery(text + " \n" + more, today: Self.today)
      let second = SearchQuery(more, today: Self.today)
      expectEqual(both.terms.map(\.predicate), (query.terms + second.terms).map(\.predicate))
      expectEqual(both.issues.map(\.failure), (query.issues + second.issues).map(\.failure))
    }
  }

  @Test func `any quoted name parses back`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let name =
        "a"
        + (0..<Int.random(in: 0...8, using: &random))
        .map { _ in ["\"", "\\", " ", "b", "산", "\t"].randomElement(using: &random) ?? "" }.joined()
      let quoted = SearchQuoting.quoted(name)
      let query = SearchQuery("tag:" + quoted + " x", today: Self.today)
      expectEqual(
        query.terms.map(\.predicate),
        [Self.tag(name, accents: quoted == name ? .ignored : .all), Self.text("x")], "\(name)")
    }
  }
}
