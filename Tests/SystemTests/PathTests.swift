import Glibc
import System
import TestSupport
import Testing

@Suite("Where a folder really is")
struct PathTests {
  @Test("A relative name is below the working folder, also before there is such a folder")
  func relative() {
    let here = Path.resolved(".")
    expectPrefix(here, "/")
    expectEqual(Path.resolved("no such folder"), here + "/no such folder")
    expect(Path.holds(here, Path.resolved("no such folder/./mine")))
    expect(!Path.holds(here, Path.resolved("..")))
  }

  @Test("Links are followed as far as the path exists")
  func links() throws {
    let folder = try TemporaryFolder()
    let real = Path.resolved(folder.path)
    try folder.write("", to: "real/file")
    expectEqual(symlink("real", folder.path("link")), 0)
    expectEqual(Path.resolved(folder.path("link/new")), real + "/real/new")
    expect(!Path.holds(real + "/re", real + "/real"))
  }
}
