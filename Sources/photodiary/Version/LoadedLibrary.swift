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
import System

/// A library that the programs load while they run, where it is needed and installed.
struct LoadedLibrary {
  /// What its authors call it.
  let name: String
  /// The file that it is here, whose name tells the version; `nil` when it is missing.
  let file: String?

  /// All of them, the more probable in reports of mistakes first. They are loaded for that.
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

  /// - Parameter library: What it is loaded by.
  private init(_ name: String, _ library: UnsafePointer<CChar>?) {
    self.name = name
    var path = [CChar](repeating: 0, count: Path.longest)
    guard let library, pd_library_file(library, &path) else {
      file = nil
      return
    }
    file = String(zeroEnded: path)
  }
}
