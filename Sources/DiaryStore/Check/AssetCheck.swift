import DiaryCore
import System

/// Checks that every photo and attachment that an entry names is there, and that every file is what its name
/// says.
struct AssetCheck {
  let layout: StoreLayout
  /// The files that the logs name, by their paths within the store.
  let referenced: [String: ID<Entry>]
  /// The files that are on other machines, by their paths within the store.
  var elsewhere: Set<String> = []

  /// Returns how many files there are.
  func run(
    _ report: (StoreIssue) -> Void, progress: (Progress) -> Void
  ) throws(DiaryError) -> Int {
    var found: Set<String> = []
    var count = 0
    let folder = AssetFolder(layout: layout)
    for (path, asset) in try folder.files() {
      let file = String(path.dropFirst(layout.root.count + 1))
      guard let asset, AssetFolder.isPlace(file, of: asset), !StoreIssue.isTemporary(file) else {
        StoreIssue.stray(file).map(report)
        continue
      }
      found.insert(file)
      count += 1
      progress(Progress(.checking, count))
      do throws(DiaryError) {
        if try !layout.isPath(path, of: folder.asset(ofFileAt: path)) {
          report(StoreIssue(.damagedAsset, file, entry: referenced[file]))
        } else if referenced[file] == nil {
          report(StoreIssue(.orphanAsset, file))
        }
      } catch .store(_, .damaged) where FileSystem.status(of: path)?.isRegularFile == true {
        // Of an encrypted one nothing can be opened then.
        report(StoreIssue(.damagedAsset, file, entry: referenced[file]))
      } catch {
        report(StoreIssue(.unreadable, file, entry: referenced[file]))
      }
    }
    reportMissing(besides: found, report)
    return count
  }

  /// Reports those that the logs name and that aren't among these.
  func reportMissing(besides found: Set<String>, _ report: (StoreIssue) -> Void) {
    for (file, entry) in referenced.sorted(by: { $0.key < $1.key }) where !found.contains(file) {
      report(
        StoreIssue(
          elsewhere.contains(file) ? .assetElsewhere : .missingAsset, file, entry: entry))
    }
  }
}
