import DiaryCore
import System

/// One run of the picture program, from its start to its end.
struct RenderProcess {
  /// What a run is given.
  enum Photos: Sendable {
    /// As standard input.
    case one(String)
    /// As the files from 3 on; one that can't be opened is empty.
    case several([String])
    /// The bytes of one, as standard input.
    case bytes([UInt8])
  }

  /// What came of a run.
  struct End: Sendable {
    /// What it wrote, as far as it got.
    var answer: [UInt8] = []
    /// What else it said of it.
    var word = ""
    var failure: PictureFailure?
  }

  let program: String
  let opener: any AssetOpener
  let arguments: [String]
  let output: Descriptor?
  let limit: Int
  var milliseconds = 15_000

  /// Blocks until the process has ended, which it has to within its time.
  func run(_ photos: Photos, _ handle: ProcessHandle) -> End {
    var end = End()
    do throws(PictureFailure) {
      try run(opened(photos), handle, &end)
    } catch {
      end.failure = error
    }
    return end
  }

  private func opened(_ photos: Photos) throws(PictureFailure) -> [PhotoDescriptor?] {
    switch photos {
    case .one(let path): return [try PhotoDescriptor(path: path, opener)]
    case .bytes(let bytes): return [try PhotoDescriptor(bytes: bytes)]
    case .several(let paths):
      var descriptors: [PhotoDescriptor?] = [nil]
      for path in paths {
        do throws(PictureFailure) {
          descriptors.append(try PhotoDescriptor(path: path, opener))
        } catch .photo {
          descriptors.append(nil)
        }
      }
      return descriptors
    }
  }

  private func run(
    _ photos: [PhotoDescriptor?], _ handle: ProcessHandle, _ end: inout End
  ) throws(PictureFailure) {
    guard var results = OutputPipe(), var words = OutputPipe() else { throw .cannotStart }
    let inputs = photos.map { $0.map { Spawn.End.open($0.descriptor) } ?? .nothing }
    let spawn = Spawn(
      program, [program] + arguments,
      environment: ["LC_ALL=C", "SWIFT_BACKTRACE=enable=no"] + Facility.environment,
      files: .only(
        input: inputs.first ?? .nothing, output: .open(output ?? results.writing),
        errors: .open(words.writing), others: Array(inputs.dropFirst())),
      group: .own)
    guard let process = handle.begin({ try? spawn.start() }) else {
      throw handle.isStopped ? .cancelled : .cannotStart
    }
    results.closeWriting()
    words.closeWriting()

    let deadline = SystemClock.milliseconds + milliseconds
    let isWhole = OutputPipe.read(&results, &words, limit: limit, until: deadline)
    let status = handle.status(of: process, until: isWhole ? deadline : 0)
    end.answer = results.bytes
    end.word = String(decoding: words.bytes.prefix { 0x21...0x7E ~= $0 }, as: UTF8.self)
    if handle.isStopped { throw .cancelled }
    guard isWhole, let status else { throw .timedOut }
    switch status {
    case .success: return
    case .killed(let signal): throw .killed(signal)
    case .exited(let code): throw .failed(status: code, word: end.word)
    }
  }
}
