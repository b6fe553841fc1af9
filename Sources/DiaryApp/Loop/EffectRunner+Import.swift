import DiaryCore

/// Another diary on its way into this one, beside the screens.
extension EffectRunner {
  func readImport(_ path: String, updates: Bool) {
    let (importer, post, earlier) = (environment.diaryImporter, post, importing)
    importing = Task {
      await earlier?.value
      do throws(DiaryError) {
        post(
          .importRead(
            try await importer.read(path, updates: updates) { post(.importMoved($0)) }))
      } catch {
        post(.importFailed(error))
      }
    }
  }

  /// Writes it after what is being saved.
  func writeImport() {
    let (importer, post, earlier) = (environment.diaryImporter, post, writing)
    importing = Task {
      await earlier?.value
      do throws(DiaryError) {
        let result = try await importer.write { post(.importMoved($0)) }
        await importer.forget()
        post(.importWritten(result))
      } catch {
        await importer.forget()
        post(.importFailed(error))
      }
    }
    writing = importing
  }

  func cancelImport() {
    importing?.cancel()
    let (importer, running) = (environment.diaryImporter, importing)
    Task {
      await running?.value
      await importer.forget()
    }
  }
}
