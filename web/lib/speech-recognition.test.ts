import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type BrowserRecognition, canHear, hear } from './speech-recognition.ts'

/** Stands in for the browser's recogniser, as the Web Speech API documents it; a real one needs a microphone. */
class StandIn implements BrowserRecognition {
  static made: StandIn[] = []
  lang = ''
  continuous = false
  interimResults = false
  onresult: BrowserRecognition['onresult'] = null
  onerror: BrowserRecognition['onerror'] = null
  onend: BrowserRecognition['onend'] = null
  starts = 0

  constructor() {
    StandIn.made.push(this)
  }
  start() {
    this.starts += 1
  }
  abort() {
    this.onerror?.({ error: 'aborted' })
    this.onend?.()
  }
}

beforeEach(() => {
  StandIn.made = []
  vi.stubGlobal('window', { webkitSpeechRecognition: StandIn })
  vi.stubGlobal('navigator', { language: 'de-AT' })
})
afterEach(() => vi.unstubAllGlobals())

function listening(keepOn = false) {
  const events = { heard: vi.fn(), problem: vi.fn(), ended: vi.fn() }
  const hearing = hear({ ...events, keepOn })
  const [recognition] = StandIn.made
  if (!recognition) throw new Error('nothing listens')
  return { ...events, hearing, recognition }
}

const result = (transcript: string, isFinal: boolean) => Object.assign([{ transcript }], { isFinal })

it('tells settled words from those that may still change, and only what is new', () => {
  const { heard, recognition } = listening()

  const results = [result('before', true), result(' the orchard ', true), result('was', false)]
  recognition.onresult?.({ resultIndex: 1, results })

  expect(heard).toHaveBeenCalledExactlyOnceWith({ final: 'the orchard', interim: 'was' })
  expect(recognition).toMatchObject({ lang: 'de-AT', continuous: true, interimResults: true })
})

it('keeps unsettled words that did not change while those after them did', () => {
  const { heard, recognition } = listening()

  const results = [result('before', true), result('the orchard', false), result('was', false)]
  recognition.onresult?.({ resultIndex: 2, results })

  expect(heard).toHaveBeenCalledExactlyOnceWith({ final: '', interim: 'the orchard was' })
})

it('begins again after a silence when it is to keep on, until it is stopped', () => {
  const { hearing, recognition, ended, problem } = listening(true)

  recognition.onerror?.({ error: 'no-speech' })
  recognition.onend?.()
  expect(recognition.starts).toBe(2)
  expect(ended).not.toHaveBeenCalled()

  hearing.stop()
  expect(recognition.starts).toBe(2)
  expect(ended).toHaveBeenCalledOnce()
  expect(problem).not.toHaveBeenCalled()
})

it('says that it has stopped where the browser does not let it begin again after a silence', () => {
  const { recognition, ended, problem } = listening(true)

  recognition.start = () => {
    throw new DOMException('', 'InvalidStateError')
  }
  recognition.onend?.()

  expect(problem).toHaveBeenCalledExactlyOnceWith('failed')
  expect(ended).toHaveBeenCalledOnce()
})

it('says that the microphone is not allowed, and does not try again', () => {
  const { recognition, ended, problem } = listening(true)

  recognition.onerror?.({ error: 'not-allowed' })
  recognition.onend?.()

  expect(problem).toHaveBeenCalledExactlyOnceWith('denied')
  expect(ended).toHaveBeenCalledOnce()
  expect(recognition.starts).toBe(1)
})

it('calls every other trouble a failure', () => {
  const { recognition, problem } = listening()
  recognition.onerror?.({ error: 'network' })
  expect(problem).toHaveBeenCalledExactlyOnceWith('failed')
})

it('knows a browser that cannot', () => {
  vi.stubGlobal('window', {})
  expect(canHear()).toBe(false)
  expect(() => hear({ heard: vi.fn(), problem: vi.fn(), ended: vi.fn() })).toThrow()
})
