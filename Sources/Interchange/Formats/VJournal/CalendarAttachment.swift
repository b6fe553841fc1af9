import DiaryCore
import System

/// A file of a calendar's entry: within the line that names it, beside the calendar, or elsewhere.
struct CalendarAttachment {
  let line: CalendarLine

  private var type: MediaType { MediaType(line.parameters["FMTTYPE"]?.lowercased() ?? "") }

  /// What programs call it.
  private var name: String {
    ["FILENAME", "X-FILENAME", "X-LABEL"].lazy.compactMap { line.parameters[$0] }
      .first { !$0.isBlank } ?? ""
  }

  func bring(into placing: inout PhotoPlacing, _ files: inout EntryFiles, folder: String) {
    if line.parameters["ENCODING"]?.uppercased() == "BASE64" {
      return extract(into: &placing, files.tree.extracted)
    }
    let address = line.value
    let result = files.lookup.photo(at: address, from: folder)
    if case .missing = result, !MediaType.isPhoto(named: address) {
      placing.record(.missingAttachment(address))
    } else {
      placing.markdown(result, called: address)
    }
  }

  private func extract(into placing: inout PhotoPlacing, _ extracted: ExtractedFiles?) {
    guard let extracted, let file = try? ExtractedFile(in: extracted),
      (try? file.write(base64: line.value.utf8)) != nil,
      let digest = (try? file.finish()).flatMap(\.self)
    else {
      placing.record(.brokenFile(name.isEmpty ? "ATTACH" : name))
      return
    }
    let name = ExtractedFile.name(told: name, type: type, digest: digest)
    if type.isPhoto || MediaType.isPhoto(named: name) {
      placing.place(fileAt: file.path, knownAs: digest, called: name)
    } else {
      placing.attach(fileAt: file.path, called: name)
    }
  }
}
