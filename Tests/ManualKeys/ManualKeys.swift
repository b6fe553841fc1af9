import Glibc
import Text

/// Writes the keys of all screens into the manual: `ManualKeys FOLDER`, where the folder is Assets.
/// `--check` writes nothing, and exits with 1 if a file has other keys.
@main
enum ManualKeys {
  private static let files: [(path: String, syntax: KeySyntax, language: Language)] = [
    ("manual/keys.md", .markdown, .english),
    ("photodiary.1", .roff, .english),
    ("photodiary.ko.1", .roff, .korean),
  ]

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let folders = arguments.filter { $0 != "--check" }
    guard let folder = folders.first, folders.count == 1 else {
      fail("usage: ManualKeys [--check] FOLDER", status: 64)
    }
    let isChecking = arguments.contains("--check")
    for (name, syntax, language) in files {
      let path = folder + "/" + name
      let keys = language.speaking { syntax.text(of: KeyChapter.all) }
      do throws(ManualFile.Fault) {
        var file = try ManualFile(path)
        guard try file.put(keys, between: syntax.marks) else { continue }
        guard !isChecking else {
          fail("\(path) has other keys than the program. Run `make keys`.", status: 1)
        }
        try file.write()
      } catch {
        fail("\(path): \(error.reason)", status: 1)
      }
    }
  }

  private static func fail(_ words: String, status: Int32) -> Never {
    let line = Array((words + "\n").utf8)
    _ = Glibc.write(STDERR_FILENO, line, line.count)
    exit(status)
  }
}
