import { expect, it } from 'vitest'
import { captionHint, transcriptSentences } from './transcript-words.ts'

const engine = { name: 'command' as const, label: 'pocketsphinx', tellsSpeakersApart: false }
const here = 'Transcription will appear here during recording...'

it('promises words during the recording only where captions are on', () => {
  const plan = { possible: true, engine: null, transcribe: true, hasKey: false }
  expect(transcriptSentences({ ...plan, captions: true })[0]).toBe(here)
  expect(transcriptSentences({ ...plan, captions: false })).not.toContain(here)
})

it('says that the transcript comes afterwards, and by whom, where an engine is set up', () => {
  const plan = { captions: false, possible: false, engine, hasKey: false }
  expect(transcriptSentences({ ...plan, transcribe: true })).toEqual([
    expect.stringContaining('pocketsphinx'),
  ])
  expect(transcriptSentences({ ...plan, transcribe: false })).toEqual([expect.stringContaining('is off')])
})

it('says who can help where nothing turns speech into words, and nothing while that is not known', () => {
  const plan = { captions: false, possible: false, transcribe: true, hasKey: false }
  expect(transcriptSentences({ ...plan, engine: null })).toEqual([
    'This browser cannot write along.',
    expect.stringContaining('Whoever looks after it'),
  ])
  expect(transcriptSentences({ ...plan, engine: undefined })).toEqual([])
})

it('says that Google writes it where this tab has a key of one’s own, unless an engine does', () => {
  const plan = { captions: false, possible: false, transcribe: true, hasKey: true }
  expect(transcriptSentences({ ...plan, engine: null })).toEqual([expect.stringContaining('your own key')])
  expect(transcriptSentences({ ...plan, engine })).toEqual([expect.stringContaining('pocketsphinx')])
})

it('does not promise captions of what is only heard whole', () => {
  expect(captionHint('engine', engine)).toContain('writes along while you record')
  expect(captionHint(null, engine, true)).toContain('(MP4) that is only heard whole')
  expect(captionHint(null, engine)).toContain('cannot write along')
})
