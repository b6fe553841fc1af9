import CArchive
import CHEIF
import CHunspell
import CJXL
import CLCMS
import CLoader
import CQRCode
import CTIFF
import CXML
import CYAML
import CZxcvbn
import DiaryCore
import DiaryStore
import Media
import System
import TerminalUI
import Text

/// The output of `--version --verbose`, for bug reports: the versions of the program and of the
/// store's format, and the parts of the system that the program found.
enum VersionReport {
  /// Programs that the diary runs, with the arguments that print their version. ssh prints it to
  /// standard error only.
  private static let programs: [(name: String, question: [String]?)] = [
    ("git", ["--version"]), ("rclone", ["version", "--config", "/dev/null"]),
    ("age", ["--version"]), ("ssh", nil), ("ffmpeg", ["-hide_banner", "-version"]),
    ("ffprobe", nil), ("ffmpegthumbnailer", nil), ("mpv", ["--version"]), ("arecord", nil),
    ("pw-record", nil), ("tesseract", ["--version"]),
  ]
  /// Long enough for a very busy machine, as the report is made once.
  private static let milliseconds = 30_000

  static func write() async throws {
    let program = PictureProgram.find(opener: PlainAssetOpener())
    let facts = facts(program, await program?.limits())
    let columns = 2 + facts.reduce(0) { max($0, TextWidth.columns($1.name)) }
    try Output.write { output in
      try output.line(["photodiary", ProgramVersion.current].joined(separator: " "))
      for fact in facts { try output.line("  " + fact.name.padded(to: columns) + fact.value) }
    }
  }

  private typealias Fact = (name: String, value: String)

  private static func facts(_ program: PictureProgram?, _ limits: PictureProgram.Limits?) -> [Fact]
  {
    let store = localized(
      "\(StoreFormat.version), \(StoreFormat.encryptedVersion) if encrypted")
    return [
      (localized("store format"), store),
      (localized("system"), SystemName.current),
    ] + facilities + missingFeatures(limits) + [
      ("photodiary-picture", program?.path ?? missing),
      (localized("place names"), InstalledFiles.places ?? missing),
      (localized("map"), InstalledFiles.map ?? missing),
    ] + LoadedLibrary.all.map { ($0.name, $0.file ?? missing) } + programs.map(fact)
  }

  /// The system features that the program uses, and those it does without.
  private static var facilities: [Fact] {
    func list(_ areAvailable: Bool) -> String {
      Facility.allCases.filter { $0.isAvailable == areAvailable }.map(\.rawValue)
        .joined(separator: ", ")
    }
    return [(localized("enabled"), list(true)), (localized("disabled"), list(false))]
      .filter { !$0.1.isEmpty }
  }

  /// Returns the features missing in this kernel that sandbox the picture program and the reading
  /// of videos.
  private static func missingFeatures(_ limits: PictureProgram.Limits?) -> [Fact] {
    guard let limits else { return [] }
    let missing = [(Facility.seccomp, limits.isFiltered), (.landlock, limits.videosAreConfined)]
      .filter { $0.isAvailable && !$1 }
    let names = missing.map(\.0.rawValue).joined(separator: ", ")
    return names.isEmpty ? [] : [(localized("missing from kernel"), names)]
  }

  private static func fact(of name: String, question: [String]?) -> Fact {
    guard let program = HelperProgram.find(name) else { return (name, missing) }
    let answer = question.flatMap { program.run($0, within: milliseconds) } ?? []
    let line = String(decoding: answer.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return (name, line.isEmpty ? program.path : "\(program.path) (\(line))")
  }

  private static var missing: String { localized("not found") }
}

// MARK: - LoadedLibrary

/// A library that the programs load at run time, if it is needed and installed.
struct LoadedLibrary {
  /// The name that its authors use.
  let name: String
  /// The path of the library, which contains its version; `nil` if it is missing.
  let file: String?

  /// All libraries, those most often relevant in bug reports first. Loads them.
  static var all: [LoadedLibrary] {
    [
      LoadedLibrary("libheif", pd_heif_library()),
      LoadedLibrary("littlecms", pd_lcms_library()),
      LoadedLibrary("libjxl", pd_jxl_library()),
      LoadedLibrary("libtiff", pd_tiff_library()),
      LoadedLibrary("hunspell", pd_hunspell_load() ? pd_hunspell_library() : nil),
      LoadedLibrary("libarchive", pd_archive_library()),
      LoadedLibrary("libyaml", pd_yaml_library()),
      LoadedLibrary("libxml2", pd_markup_library()),
      LoadedLibrary("zxcvbn", pd_zxcvbn_library()),
      LoadedLibrary("libqrencode", pd_qr_library()),
    ]
  }

  /// - Parameter library: the name by which it is loaded.
  private init(_ name: String, _ library: UnsafePointer<CChar>?) {
    self.name = name
    var path = [CChar](repeating: 0, count: Path.maxLength)
    guard let library, pd_library_file(library, &path) else {
      file = nil
      return
    }
    file = String(nullTerminated: path)
  }
}
