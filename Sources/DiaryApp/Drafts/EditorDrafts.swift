import DiaryCore

// The text that is being written, kept as a draft while it isn't saved.
