// Decodes and draws photos for the diary in a sandboxed process: see Sandbox.swift. The photo is
// read from standard input; the answer is written to standard output.
import System

Confinement.enterIfRequested(CurrentProcess.arguments)
StandardOutput.reserve()

guard let command = PhotoCommand(Array(CurrentProcess.arguments.dropFirst())) else {
  StandardOutput.write(PhotoCommand.usage, to: .reason)
  CurrentProcess.exit(ExitReason.wrongUsage)
}

do {
  try command.run()
} catch let error as ImageError {
  StandardOutput.write(error.rawValue + "\n", to: .reason)
  CurrentProcess.exit(error.isNotPhoto ? ExitReason.notAnImage : ExitReason.notDrawable)
}
