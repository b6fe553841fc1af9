import DiaryCore
import TerminalUI
import Words

/// Text that was left unsaved, offered on the next start.
package struct DraftOfferState: Sendable {
  enum Answer: Int, Sendable, CaseIterable {
    case goOn, later, discard
  }

  let draft: Draft
  /// The entry that the draft changes, as it is now.
  let entry: Entry?
  /// The states of it that the draft was made from.
  let base: [Revision]
  var selected = Answer.goOn
}

extension AppState {
  /// Offers drafts, the latest in front. What the person has opened meanwhile stays before them.
  mutating func offer(_ drafts: [Draft], entries: [Entry], bases: [Revision]) {
    let offers = drafts.reversed().map { draft in
      Layer.draftOffer(
        DraftOfferState(
          draft: draft, entry: entries.first { $0.id == draft.entry },
          base: draft.base.compactMap { id in bases.first { $0.id == id } }))
    }
    layers.insert(contentsOf: offers, at: 0)
  }

  mutating func updateDraftOffer(_ event: KeyEvent, _ offer: DraftOfferState) -> [Effect] {
    var offer = offer
    let count = DraftOfferState.Answer.allCases.count
    switch keys.dialogCommand(for: event) {
    case .accept, .yes: return answer(offer.selected, offer)
    case .no: return answer(.later, offer)
    case nil where event == .character("c"): return answer(.goOn, offer)
    // Chosen only: one key that was meant for something else shall not throw a text away.
    case nil where event == .character("d"): offer.selected = .discard
    case .nextField:
      offer.selected = .init(rawValue: (offer.selected.rawValue + 1) % count) ?? .goOn
    case .previousField:
      offer.selected = .init(rawValue: (offer.selected.rawValue + count - 1) % count) ?? .goOn
    case .some(let command): return updateEverywhere(command)
    case nil: return []
    }
    layers[layers.count - 1] = .draftOffer(offer)
    return []
  }

  private mutating func answer(
    _ answer: DraftOfferState.Answer, _ offer: DraftOfferState
  ) -> [Effect] {
    layers.removeLast()
    switch answer {
    case .goOn:
      // Further offers wait behind the editor until it is closed.
      let editor = EditorState(offer.draft, original: offer.entry, base: offer.base)
      layers.append(.editor(editor))
    case .later: break
    case .discard: return [.removeDraft(offer.draft.id)]
    }
    return []
  }
}

enum DraftOfferView {
  static func draw(_ offer: DraftOfferState, _ state: AppState, in grid: inout Grid) {
    let fields = offer.draft.fields
    let columns = DialogBox.textColumns(on: grid.size.columns)
    let title = TextWidth.cut(fields.displayTitle ?? localized("Untitled"), columns: columns)
    var body = [title, DateWords.long(fields.date.day)]
    body.append(CountWords.words(in: fields.content))
    if let entry = offer.entry {
      body.append(TextWidth.cut(localized("Changes “\(entry.displayTitle)”."), columns: columns))
    }
    DialogBox(
      title: localized("There is text that was not saved"), body: body,
      buttons: [
        .init(localized("Continue")), .init(localized("Later")), .init(localized("Discard (d)")),
      ],
      selected: offer.selected.rawValue
    ).draw(in: &grid, grid.bounds, state.theme.dialog)
  }
}
