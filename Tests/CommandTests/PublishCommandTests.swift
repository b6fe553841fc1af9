import DiaryCore
import TestSupport
import Testing

@Suite("A journal that everybody may read, on the command line")
struct PublishCommandTests {
  private let mina: TestHome
  private let june: TestHome

  init() async throws {
    (mina, june) = (try TestHome(), try TestHome())
    for (home, name) in [(mina, "미나"), (june, "June")] {
      try home.folder.write("author = \"\(name)\"\n", to: "config/photodiary/config.toml")
    }
    try await mina.output("journals", "add", "Travel")
  }

  private func add(_ title: String, _ arguments: String...) async throws -> String {
    let text = try await mina.output(["add", title, "--journal", "Travel"] + arguments)
    return text.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Publishes the journal. Returns what it is followed by.
  private func publish(at address: String, _ arguments: String...) async throws -> String {
    try await mina.output(["publish", "Travel", address, "--yes"] + arguments)
  }

  @Test func `publishing needs --yes, and mistakes are reported`() async throws {
    let site = mina.folder.path("site")
    _ = try await add("First")
    let unasked = try await mina("publish", "Travel", site).errorText
    expect(unasked.contains("1 entry and 0 photos") && unasked.contains("Say --yes"))
    try expect(mina.files(in: mina.folder.path).allSatisfy { !$0.hasPrefix("site") })
    try await expectContains(
      mina.failure("publish", "Nowhere", site, "--yes"), "There are: Diary, Travel")
    try await expectContains(mina.failure("publish", "Travel"), "isn't public yet")
    try await expectContains(
      mina.failure("publish", "Travel", "ssh://host/site", "--yes"), "not there")
    let full = mina.folder.path("full")
    try mina.folder.write("mine", to: "full/index.html")
    let refused = try await mina("publish", "Travel", full, "--yes")
    expect(refused.status == 1 && refused.errorText.contains("full"), refused.errorText)
    try expectEqual(mina.folder.text("full/index.html"), "mine")
    try await expectEqual(mina.output("publish"), "")

    let followed = try await publish(at: site)
    try await expectContains(june.failure("follow", mina.folder.path("none")), "doesn't exist")
    try june.folder.write("x", to: "empty/file")
    try await expectContains(june.failure("follow", june.folder.path("empty")), "doesn't exist")
    let other = String(followed.split(separator: "#")[0]) + "#" + String(repeating: "0", count: 32)
    try await expectContains(
      june.failure("follow", other), "\(site) isn't the diary that the address names")
    try await expectContains(june.failure("follow", site + "#nonsense"), "isn't a diary's id")
    try await expectEqual(june.output("diaries"), "")
    try await mina.output("publish", "Travel", "--stop")
    try await expectEqual(mina.output("publish"), "")
    let again = try await mina("publish", "Travel", site, "--yes")
    expect(again.status == 1 && again.errorText.contains("with --stop"), again.errorText)
  }
}
