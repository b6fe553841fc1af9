import Testing

/// What a person does with the real program, on a terminal of their own: keys in, screen out, and
/// what is in the diary afterwards.
@Suite enum Journeys {}
