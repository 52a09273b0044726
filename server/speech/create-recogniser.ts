import type { Env } from '../env.ts'
import { CommandRecogniser } from './command.ts'
import { GoogleRecogniser } from './google.ts'
import { OpenAiCompatibleRecogniser } from './openai-compatible.ts'
import type { Recogniser, SpeechPiece } from './speech.ts'
import { WhisperRecogniser } from './whisper-local.ts'

/** Creates the engine that the settings choose; null where recordings are not to be transcribed. */
export function createRecogniser({ speech, dataDir }: Pick<Env, 'speech' | 'dataDir'>): Recogniser | null {
  const recogniser = choose(speech, dataDir)
  return recogniser && withLanguages(recogniser, speech.languages)
}

function choose(speech: Env['speech'], dataDir: string): Recogniser | null {
  switch (speech.engine) {
    case 'none':
      return null
    case 'google':
      return new GoogleRecogniser({ ...speech, key: speech.key ?? '' })
    case 'openai':
      return new OpenAiCompatibleRecogniser(speech)
    case 'command':
      return new CommandRecogniser({ ...speech, command: speech.command ?? [] })
    case 'whisper':
      return new WhisperRecogniser({ ...speech, dataDir })
  }
}

/** Uses the operator's languages for pieces that name none, as all do: families are not asked for theirs. */
function withLanguages(recogniser: Recogniser, languages: readonly string[]): Recogniser {
  const { name, label, limits } = recogniser
  const known = (piece: SpeechPiece) => (piece.languages.length > 0 ? piece : { ...piece, languages })
  return { name, label, limits, recognise: (piece, signal) => recogniser.recognise(known(piece), signal) }
}
