import DiaryApp
import DiaryCore
import Synchronization

/// Templates in memory.
final class FakeTemplates: TemplateReading {
  let folder = "/home/me/.config/photodiary/templates"
  private let files = Mutex<[TemplateFile]>([])

  func templates() async -> [TemplateFile] { files.withLock { $0 } }

  func put(_ name: String, _ text: String) {
    put(TemplateFile(name: name, result: .success(Template(name: name, file: text))))
  }

  func put(_ file: TemplateFile) { files.withLock { $0.append(file) } }
}
