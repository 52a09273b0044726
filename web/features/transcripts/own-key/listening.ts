import type { OwnKeyFailure } from '#contract/own-key.ts'
import { sentenceOf, situationOf } from '../../../lib/errors.ts'
import { insistently } from '../../../lib/insistently.ts'
import { ownSpeechKey } from '../../../lib/own-speech-key.ts'
import { client } from '../../../lib/rpc.ts'
import { createStore } from '../../../lib/store.ts'
import { useWatched } from '../../../lib/use-watched.ts'
import { askGoogle, GoogleFailure, noTranscript, wait } from './ask-google.ts'

export const notConfigured = 'Google Speech API not configured. Please add your API key in settings.'

/** What this tab is doing for a recording: transcribing it (`isBusy`), or why it stopped. */
export type OwnKeyListening = { isBusy: boolean; trouble: string | null; failure: OwnKeyFailure | null }

const CUTTING_MS = 1_000

const idle: OwnKeyListening = { isBusy: false, trouble: null, failure: null }
const listenings = createStore<ReadonlyMap<string, OwnKeyListening>>(new Map())

/** How far this tab has come with a recording. */
export function useOwnKeyListening(recordingId: string): OwnKeyListening {
  return useWatched(listenings).get(recordingId) ?? idle
}

/**
 * Has a recording transcribed by Google with the key held in this tab, piece by piece; goes on when the person moves to another page.
 * Each piece is stored as soon as it is transcribed, so a later run continues from there.
 */
export async function listenWithOwnKey(recordingId: string): Promise<void> {
  if (listenings.get().get(recordingId)?.isBusy) return
  tell(recordingId, { ...idle, isBusy: true })
  try {
    await listen(recordingId)
    tell(recordingId, idle)
  } catch (error) {
    const failure = error instanceof GoogleFailure ? error.code : null
    if (failure) await client.ownKey.giveUp({ id: recordingId, failure }).catch(() => undefined)
    const trouble =
      error instanceof GoogleFailure || error instanceof NoKey ? error.message : sentenceOf(error)
    tell(recordingId, { isBusy: false, trouble, failure })
  }
}

async function listen(id: string): Promise<void> {
  if (ownSpeechKey() === null) throw new NoKey(notConfigured)
  await insistently(() => client.ownKey.begin({ id }))
  for (;;) {
    const next = await insistently(() => client.ownKey.next({ id }))
    if (next.step === 'over') return
    if (next.step === 'cutting') {
      await wait(CUTTING_MS)
      continue
    }
    const key = ownSpeechKey()
    if (key === null) throw new NoKey(notConfigured)
    const answer = await askGoogle(key, next.request)
    await insistently(() => client.ownKey.hear({ id, index: next.index, answer })).catch((error) => {
      // Our server validates more strictly: Google may claim words outside the piece it was asked about.
      throw situationOf(error) === 'BAD_REQUEST' ? noTranscript() : error
    })
  }
}

class NoKey extends Error {}

function tell(recordingId: string, listening: OwnKeyListening): void {
  listenings.set(new Map([...listenings.get(), [recordingId, listening]]))
}
