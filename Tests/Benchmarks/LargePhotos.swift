/// Photos of 12 megapixels, made by a program in C.
@MainActor
struct LargePhotos {
  private let bench: Workbench
  private let program: String

  init(_ bench: Workbench) {
    self.bench = bench
    program = bench.options.program("photos")
  }

  /// Writes so many into a new folder. Returns their paths.
  func write(_ count: Int) throws -> [String] {
    let folder = try bench.newFolder("large-photos")
    try ProgramRun([program, "make", String(count), folder]).result()
    return (0..<count).map { "\(folder)/\($0).jpg" }
  }

  /// Decoding all of them at an eighth of their size on two cores: the least that thumbnails take.
  func shrink(_ photos: [String]) -> ProgramRun {
    ProgramRun([program, "shrink", "2"] + photos)
  }
}
