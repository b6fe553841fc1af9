import DiaryCore
import TestSupport
import Testing

@Suite("Searching on the command line")
struct CommandLineSearchTests {
  private let photodiary: CommandLine

  init() throws {
    photodiary = try CommandLine()
    for arguments in [
      ["김치찌개", "--content", "plum jam", "--tag", "음식", "--date", "2024-05-03"],
      ["Plum tree", "--content", "in the garden", "--date", "2024-08-31", "--star"],
      ["The sea", "--content", "각오", "--journal", "New York", "--date", "2025-01-01"],
      ["Rain", "--content", "no plum --dashes", "--place", "부산", "--date", "2025-02-01"],
    ] { #expect(try photodiary.run(["add"] + arguments).status == 0) }
  }

  private func titles(_ command: String, _ arguments: [String]) throws -> [String] {
    let result = try photodiary.run([command, "--format", "jsonl"] + arguments)
    #expect(result.status == 0, "\(result.errorText)")
    return try result.text.split(separator: "\n").compactMap {
      try JSONParser.parse(String($0))["title"]?.string
    }
  }

  @Test(arguments: [
    (["ㄱㅊ"], ["김치찌개"]), (["각"], ["The sea"]), (["\"가\""], []), (["가"], ["The sea"]),
    (["plum", "-garden"], ["Rain", "김치찌개"]), (["plum -garden -no"], ["김치찌개"]),
    (["-plum"], ["The sea"]), (["--", "-plum"], ["The sea"]), (["--", "--dashes"], ["Rain"]),
    (["--limit", "1", "-the", "plum"], ["Rain"]), (["tag:음식"], ["김치찌개"]),
    (["date:2024"], ["Plum tree", "김치찌개"]), (["date:2024-05..2024-08-30"], ["김치찌개"]),
    (["date:2024-09.."], ["Rain", "The sea"]), (["-date:2024", "plum"], ["Rain"]),
    (["is:starred"], ["Plum tree"]), (["journal:\"new york\""], ["The sea"]), (["부산"], ["Rain"]),
    (["place:ㅂㅅ"], ["Rain"]), (["has:photo"], []), (["author:nobody"], []),
  ])
  func `finds by terms`(_ query: [String], _ found: [String]) throws {
    #expect(try titles("search", query) == found)
    // The same in the filters of a list.
    let words = query.filter { !["--", "--limit", "1"].contains($0) }
    let limit = query.contains("--limit") ? ["--limit", "1"] : []
    #expect(try titles("list", ["--search", words.joined(separator: " ")] + limit) == found)
  }

  @Test func `an author is known by name`() throws {
    try photodiary.output("author", "Kim Minji")
    #expect(try titles("search", ["author:kim", "ㄱㅊ"]) == ["김치찌개"])
    #expect(try titles("search", ["-author:kim"]) == [])
    #expect(try titles("list", ["--search", "글쓴이:minji", "--tag", "음식"]) == ["김치찌개"])
  }

  @Test(arguments: [
    ("date:soon", "date:2024-05"), ("tags:a", "tag:"), ("is:old", "is:starred"),
    ("tag:", "tag:walks"),
    ("date:2025..2024", "earlier"),
  ])
  func `a mistake is told on one line, with its word and what to write`(
    _ query: String, _ help: String
  ) throws {
    for arguments in [["search", "plum", query], ["list", "--search", query]] {
      let result = try photodiary.run(arguments)
      #expect(result.status == 64 && result.text == "")
      #expect(result.errorText.split(separator: "\n").count == 1, "\(result.errorText)")
      #expect(result.errorText.contains("“\(query)”") && result.errorText.contains(help))
    }
  }
}
