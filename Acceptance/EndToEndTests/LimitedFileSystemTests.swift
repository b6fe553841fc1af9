import AcceptanceSupport
import TestSupport
import Testing

/// File systems of networks and phones don't support some calls, and saving still works.
@Suite struct LimitedFileSystemTests {
  private var home: TestHome

  init() throws {
    home = try TestHome()
    let source = Checkout.path("Tests/Fixtures/limited-file-system.c")
    let library = home.folder.path("calls.so")
    let made = try home.runScript("clang -shared -fPIC -o $1 $0", source, library)
    expectEqual(made.errorText, "")
    home.environment = ["LD_PRELOAD": library, "LIMITED": home.folder.path("data")]
  }

  @Test func `saves, exports and backs up without permissions, folder syncs and locks`() throws {
    let script = "for n in 1 2 3 4 5 6; do $DIARY add \"entry $n\" & done; wait"
    try expectEqual(home.runScript(script).errorText, "")
    try expectEqual(home.output("list").split(separator: "\n").count, 6)
    for format in ["markdown", "json", "html", "dayone", "jrnl"] {
      try home.output("export", home.folder.path("data/\(format)"), "--format", format)
    }
    try home.output("backup", home.folder.path("data/backup"))
    try home.output("verify")
    let lines = try home.output("status").split(separator: "\n").filter { $0.hasPrefix("file") }
    expectEqual(
      lines,
      [
        "file system  has no locks: don't save from two devices at the same time",
        "file system  can't sync folders: a power failure may lose the last save",
      ])
  }

  @Test func `syncs where files can't be locked`() throws {
    var home = home
    home.environment["LIMITED"] = home.folder.path
    try home.output("add", "one")
    try home.output("remote", "add", "home", home.folder.path("remote"), "--plain")
    try expectEqual(home.output("sync"), "home  up to date")
  }
}
