import DiaryCore

// What is known of the journals, beside the loop.
extension EffectRunner {
  func loadJournals(isCounted: Bool) {
    let (service, post) = (environment.service, post)
    Task {
      do throws(DiaryError) {
        journalRecords = try await service.journalRecords()
        let journals = try await service.journals(counted: isCounted)
        post(.journalsLoaded(journals, isCounted: isCounted))
      } catch {
        // Colors that can't be read keep nobody from reading; whoever asks for them is told.
        post(isCounted ? .failed(error) : .journalsLoaded([], isCounted: false))
      }
    }
  }

  /// Tells when another program has changed them since they were last read.
  func lookAtJournals() async {
    guard let known = journalRecords,
      let records = try? await environment.service.journalRecords(), records != known
    else { return }
    journalRecords = records
    post(.journalsChangedElsewhere)
  }
}
