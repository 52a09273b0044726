import { withoutMadeUp } from './made-up-words.ts'
import { withRetries } from './retry.ts'
import { extractPiece, measureVoiceWithin } from './sound.ts'
import type { Recogniser, Recognition, SpeechPiece, Stretch } from './speech.ts'
import { voiceStretches } from './voice-stretches.ts'

export type SpeechContext = Pick<SpeechPiece, 'hints' | 'languages' | 'speakers'>

/** What is background is told from what surrounds a piece, as it was when the pieces were cut. */
const SURROUNDINGS_MS = 10_000

/**
 * The words of one piece of a recording, as `cutIntoPieces` gave it: cut out, recognised, tried again where that may
 * help, and freed of what an engine makes up in silence.
 * @param file with an index (the copy that seeks)
 * @throws SpeechFailure
 */
export async function recognisePiece(
  recogniser: Recogniser,
  file: string,
  piece: Stretch,
  context: SpeechContext,
  signal: AbortSignal,
): Promise<Recognition> {
  const { format } = recogniser.limits
  const voice = await voiceWithin(file, piece, signal)
  const audio = await extractPiece(file, piece, format, signal)
  const { startMs, endMs } = piece
  const recognise = () => recogniser.recognise({ ...context, startMs, endMs, audio, format }, signal)

  const { language, words } = await withRetries(recognise, signal)
  return { language, words: withoutMadeUp(words, voice) }
}

async function voiceWithin(file: string, piece: Stretch, signal: AbortSignal): Promise<Stretch[]> {
  const around = {
    startMs: Math.max(0, piece.startMs - SURROUNDINGS_MS),
    endMs: piece.endMs + SURROUNDINGS_MS,
  }
  const voice = voiceStretches(await measureVoiceWithin(file, around, signal))
  return voice.map(({ startMs, endMs }) => ({
    startMs: startMs + around.startMs,
    endMs: endMs + around.startMs,
  }))
}
