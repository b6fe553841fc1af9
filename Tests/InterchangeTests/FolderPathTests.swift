import Glibc
import TestSupport
import Testing

@testable import Interchange

@Suite("Where a folder really is")
struct FolderPathTests {
  @Test("A relative name is below the working folder, also before there is such a folder")
  func relative() {
    let here = FolderPath.resolved(".")
    #expect(here.hasPrefix("/"))
    #expect(FolderPath.resolved("no such folder") == here + "/no such folder")
    #expect(FolderPath.holds(here, FolderPath.resolved("no such folder/./mine")))
    #expect(!FolderPath.holds(here, FolderPath.resolved("..")))
  }

  @Test("Links are followed as far as the path exists")
  func links() throws {
    let folder = try TemporaryFolder()
    let real = FolderPath.resolved(folder.path)
    try folder.write("", to: "real/file")
    #expect(symlink("real", folder.path("link")) == 0)
    #expect(FolderPath.resolved(folder.path("link/new")) == real + "/real/new")
    #expect(!FolderPath.holds(real + "/re", real + "/real"))
  }
}
