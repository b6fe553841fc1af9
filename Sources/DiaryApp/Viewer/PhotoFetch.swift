import DiaryCore
import Localization

// A photo that is on another machine is fetched once it is looked at.

extension Effect {
  /// For the viewer: in place of the one before, which nobody looks at any more.
  static func fetchPhoto(_ photo: Photo) -> Effect {
    .run(photo, in: .latest("fetchPhoto")) { context in
      let fetched = await context.service.fetch([photo.file])
      return (fetched, isCutOff: Task.isCancelled, await context.environment.sync?.state())
    } then: { state, answer in
      let (fetched, isCutOff, known) = answer
      if let known { state.context.sync.take(known) }
      let isMissing = !fetched.missing.isEmpty
      state.context.sync.endFetching(photo.asset, isCutOff: isCutOff, isMissing: isMissing)
      if isMissing, !isCutOff, state.screens.topmost(ViewerState.self)?.photo?.asset == photo.asset
      {
        // Nobody asked for it, and the preview is there.
        state.toast = fetched.line(for: photo.name)
      }
    }
  }
}

extension AssetFetchResult {
  /// Why a photo or an attachment still isn't here.
  func line(for name: String) -> String {
    errors.first
      ?? localized("\(name.printable) is on another machine, and no remote has it yet. Sync later.")
  }
}

extension EffectContext {
  /// Brings a file here if it is on another machine; what to say if that fails.
  func fetched(_ file: NamedFile) async throws(PhotoActionError) {
    let result = await service.fetch([file.file])
    if !result.missing.isEmpty { throw .elsewhere(result.line(for: file.name)) }
  }
}
