import DiaryCore
import System

/// Checks that every file in `journals/` is a device's list of journals.
struct JournalCheck {
  let layout: StoreLayout

  func run(_ report: (Finding) -> Void) throws(DiaryError) {
    let folder = JournalFolder(layout: layout)
    for name in try FileSystem.names(in: layout.journals) {
      let path = layout.relative(Path.join(layout.journals, name))
      // Hidden ones are what a write left, or another program's.
      if name.hasPrefix(".") {
        report(Finding(.temporaryFile, path))
      } else if StoreLayout.device(ofJournals: name) == nil {
        report(Finding(.unknownFile, path))
      } else {
        do throws(DiaryError) {
          if try folder.read(Path.join(layout.journals, name)) == nil {
            report(Finding(.damagedJournals, path))
          }
        } catch {
          report(Finding(.unreadable, path))
        }
      }
    }
  }
}
