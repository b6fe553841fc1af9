import DiaryApp
import DiaryCore
import Glibc

/// The form of the list, in a file of one line.
struct ListFormFile: ListMemory {
  let path: String

  func listForm() -> ListForm {
    guard let file = fopen(path, "re") else { return .plain }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = fread(&buffer, 1, buffer.count, file)
    return ListForm(
      rawValue: String(decoding: buffer[..<count], as: UTF8.self).trimmed.lowercased())
      ?? .plain
  }

  func remember(_ form: ListForm) async {
    guard let file = fopen(path, "we") else { return }
    fputs(form.rawValue + "\n", file)
    fclose(file)
  }
}
