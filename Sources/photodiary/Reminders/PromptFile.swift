import DiaryCore
import Localization

/// A person's own questions: `prompts.txt` beside the settings.
struct PromptFile: Sendable {
  let path: String

  /// Those of the file, or the program's where there is none.
  func prompts() throws(TemplateError) -> Prompts {
    do throws(TemplateError) {
      return Prompts(file: try OwnText.read(path))
    } catch .missing {
      return Prompts()
    }
  }

  /// The same, and a line on standard error where it can't be used.
  func knownPrompts() -> Prompts {
    do throws(TemplateError) {
      return try prompts()
    } catch {
      ErrorLine.write(error.line(ofPrompts: path))
      return Prompts()
    }
  }
}
