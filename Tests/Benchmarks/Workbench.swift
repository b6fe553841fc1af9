import Glibc
import TestSupport

/// What benchmarks share: the options, a folder that goes at the end, and diaries in it, each made
/// when it is first asked for.
@MainActor
final class Workbench {
  let options: Options
  private let folder: TemporaryFolder
  private var diaries: [Int: BenchmarkDiary] = [:]
  private var names = 0

  init(_ options: Options) throws {
    self.options = options
    folder = try TemporaryFolder(in: options.folder)
  }

  /// The diary whose times are the measure of the others'.
  var smallest: BenchmarkDiary { get throws { try diary(of: options.sizes[0]) } }

  /// The diary that limits are for.
  var largest: BenchmarkDiary {
    get throws { try diary(of: options.sizes[options.sizes.count - 1]) }
  }

  func diary(of entries: Int) throws -> BenchmarkDiary {
    if let diary = diaries[entries] { return diary }
    Progress.report("  a diary of \(Decimals.grouped(entries)) entries")
    let diary = try BenchmarkDiary(
      entries: entries, in: try newFolder("diary"), program: options.program("photodiary"))
    diaries[entries] = diary
    return diary
  }

  /// A copy of a diary, to be changed.
  func copy(of diary: BenchmarkDiary) throws -> BenchmarkDiary {
    let home = newPath("copy")
    try Tool.run("cp", ["-a", diary.home, home]).result()
    return BenchmarkDiary(diary, movedTo: home)
  }

  func read(_ path: String) throws -> [UInt8] { try folder.read(path) }

  /// The path of something that doesn't exist yet.
  func newPath(_ name: String) -> String {
    names += 1
    return folder.path("\(name)-\(names)")
  }

  func newFolder(_ name: String) throws -> String {
    let path = newPath(name)
    guard mkdir(path, 0o700) == 0 else { throw CannotWrite(path: path) }
    return path
  }
}
