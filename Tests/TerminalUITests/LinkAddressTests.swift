import TerminalUI
import TestSupport
import Testing

@Suite struct LinkAddressTests {
  @Test(arguments: [
    ("https://x.org/a?b=c#d", "https://x.org/a?b=c#d"), ("HTTP://x.org", "HTTP://x.org"),
    ("mailto:me@x.org", "mailto:me@x.org"), ("http://강.kr/é", "http://%EA%B0%95.kr/%C3%A9"),
    ("https://x.org/\u{202E}a", "https://x.org/%E2%80%AEa"),
    ("https://x.org/;id=2;b", "https://x.org/;id=2;b"),
  ])
  func addressesOfTheWebAndOfMail(address: String, text: String) {
    expectEqual(LinkAddress(address)?.text, text)
  }

  @Test(arguments: [
    "", "x", "//x.org", "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x",
    "photo:0", "ssh://x", " https://x.org", "https://x.org/a b", "https://x.org/\u{1B}\\x",
    "https://x.org/\u{7}", "https://x.org/\u{9C}", "https://x.org/\u{7F}", "https://x.org/\n",
    "https://x.org/\0", "ftp://x",
  ])
  func othersAreNone(address: String) {
    expectNil(LinkAddress(address))
  }

  @Test func cellsThatAreDrawnOverAreNoLinks() throws {
    var grid = Grid(Size(columns: 10, rows: 1))
    let address = try require(LinkAddress("https://x.org"))
    var style = Style(.underline)
    style.link = grid.number(ofLinkTo: address)
    expectEqual(grid.number(ofLinkTo: address), style.link)
    grid.draw("가나다", in: grid.bounds, style)
    grid.draw("x", in: grid.bounds.inset(left: 2))
    let links = (0..<10).map { grid.address(ofLink: grid[$0, 0].style.link) != nil }
    expectEqual(links, [true, true, false, true, true, true, false, false, false, false])
    expectNil(grid.address(ofLink: 0))
    expectNil(grid.address(ofLink: 9))
    expectEqual(MemoryLayout<Cell>.stride, 32)
  }
}
