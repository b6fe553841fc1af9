import DiaryCore

extension Effect {
  /// The folders and photos in it, or all its files.
  static func listFolder(_ folder: String, allFiles: Bool) -> Effect {
    .telling(folder, allFiles) { context in
      let items = await context.environment.files.items(in: folder, allFiles: allFiles)
      context.post(.folderListed(folder, items))
    }
  }

  /// Photos whose headers are read in one go: as many as both processors take in one turn.
  private static var dateBatch: Int { 64 }

  /// Reads when photos in a folder were taken, in place of those that are being read.
  static func readDates(folder: String, _ items: [FileItem]) -> Effect {
    .telling(folder, items, in: .latest("dates")) { context in
      let base = folder == "/" ? "/" : folder + "/"
      for start in stride(from: 0, to: items.count, by: dateBatch) {
        let part = items[start..<min(start + dateBatch, items.count)]
        let headers = await context.service.headers(ofPhotosAt: part.map { base + $0.name })
        if Task.isCancelled { return }
        let dates = zip(part, headers).map { item, header in
          (item, header?.taken ?? NameDate.ofMedia(named: item.name)?.taken)
        }
        context.post(.datesRead(folder: folder, dates))
      }
    }
  }

  static var cancelDates: Effect { .stop("dates") }

  static func rememberFolder(_ folder: String, _ use: FolderUse) -> Effect {
    .telling(folder, use) { await $0.environment.files.remember(folder: folder, for: use) }
  }
}

extension Message {
  static func folderListed(
    _ folder: String, _ result: Result<[FileItem], FolderError>
  ) -> Message {
    .performing(folder, result) { state in
      guard var picker = state.screens.topmost(PickerState.self), picker.folder == folder else {
        return []
      }
      var undated: [FileItem] = []
      switch result {
      case .success(let items):
        let (known, dates) = (picker, state.takenDates)
        undated = picker.take(items) { item in dates.moment(known.path(of: item), item) }
      case .failure(let failure):
        picker.failure = failure
        undated = picker.take([]) { _ in nil }
      }
      // More of a path may have been typed while the folder was being read.
      let effects = picker.follow(in: state.context)
      state.screens.put(picker)
      if effects.isEmpty, picker.opensWhenListed, picker.selectedItem?.name == picker.filter.text,
        state.screens.front(as: PickerState.self) != nil
      {
        return ScreenStack.withTopmost(PickerState.self, of: &state) { $0.open(in: &$1) }
      }
      return effects.isEmpty && !undated.isEmpty
        ? [.readDates(folder: folder, undated)] : effects
    }
  }

  /// When some of a folder's photos were taken: ISO 8601.
  static func datesRead(
    folder: String, _ dates: [(item: FileItem, taken: String?)]
  ) -> Message {
    Message(folder, dates) { state in
      guard var picker = state.screens.topmost(PickerState.self), picker.folder == folder else {
        return
      }
      var moments: [String: TakenDates.Moment] = [:]
      for (item, taken) in dates {
        let path = picker.path(of: item)
        state.takenDates.record(taken, path, item, localDate: state.localDate)
        moments[item.name] = state.takenDates.moment(path, item)
      }
      picker.take(moments)
      state.screens.put(picker)
    }
  }
}
