import { withoutMadeUp } from './made-up-words.ts'
import { withRetries } from './retry.ts'
import { extractPiece, measureVoiceWithin } from './sound.ts'
import type { Recogniser, Recognition, SpeechPiece, Stretch } from './speech.ts'
import { voiceStretches } from './voice-stretches.ts'

export type SpeechContext = Pick<SpeechPiece, 'hints' | 'languages' | 'speakers'>

/** How much sound around a piece is measured with it, to tell the background from speech as it was when the pieces were cut. */
const SURROUNDINGS_MS = 10_000

/**
 * Recognises the words of one piece of a recording, as `cutIntoPieces` returned it: the piece is cut out and recognised, with
 * retries where they may help, and the words that an engine makes up in silence are removed.
 * @param file with an index (the playback copy)
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
