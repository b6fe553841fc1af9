import CHunspell
import TestSupport
import Testing

@Suite("Fuzzed words", .enabled(if: pd_hunspell_load())) struct SpellerFuzzTests {
  private static let affixes = """
    SET UTF-8
    TRY esianrtolcdugmphbyfvkw가나다
    MAXNGRAMSUGS 4
    SFX S Y 2
    SFX S 0 s [^y]
    SFX S y ies y
    REP 1
    REP ph f
    BREAK 1
    BREAK -
    """

  @Test func `any word can be checked`() throws {
    let folder = try TemporaryFolder()
    let affixes = try folder.write(Self.affixes.utf8, to: "x.aff")
    let words = try folder.write("4\nwalk/S\nphoto/S\nday\n산책\n".utf8, to: "x.dic")
    let speller = try require(pd_hunspell_open(affixes, words))
    defer { pd_hunspell_close(speller) }
    var mutator = Mutator(
      "words", rounds: 300,
      pieces: [
        "-", ".", "'", "’", "가", "\u{1100}\u{1161}", "ß", "İ", "A", "/", "\t", "👩‍👩‍👧‍👦", "0", "aaaa",
      ])
    for _ in 0..<mutator.rounds {
      let word = mutator.mutation(of: ["walks", "산책길을", "Photo-diary’s", "days"])
        .filter { $0 != "\0" }
      _ = pd_hunspell_knows(speller, word)
      var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
      let count = pd_hunspell_suggest(speller, word, &list)
      expect((0...1000).contains(count), "seed \(mutator.seed): \(word)")
      pd_hunspell_free(speller, &list, count)
    }
    expect(pd_hunspell_knows(speller, "walks"))
    expect(!pd_hunspell_knows(speller, "walkz"))
  }
}
