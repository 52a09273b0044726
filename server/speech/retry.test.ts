import { describe, expect, it } from 'vitest'
import { withRetries } from './retry.ts'
import { SpeechFailure, type SpeechFailureCode } from './speech-failure.ts'

const signal = new AbortController().signal

/** Work that fails this many times with the given code, and the pauses in between. */
function failing(times: number, code: SpeechFailureCode, retryAfterMs: number | null = null) {
  const waited: number[] = []
  let asked = 0
  const work = async () => {
    asked += 1
    if (asked <= times) throw new SpeechFailure(code, 'busy', { retryAfterMs })
    return 'heard'
  }
  const pause = async (ms: number) => {
    waited.push(ms)
  }
  return { waited, asked: () => asked, run: () => withRetries(work, signal, pause) }
}

describe('trying again', () => {
  it('waits longer each time, and gives up after the fourth', async () => {
    const passing = failing(3, 'ENGINE_FAILED')
    const lasting = failing(9, 'UNREACHABLE')

    expect(await passing.run()).toBe('heard')
    await expect(lasting.run()).rejects.toMatchObject({ code: 'UNREACHABLE', retryable: true })

    expect(lasting.asked()).toBe(4)
    for (const [index, base] of [1_000, 4_000, 15_000].entries()) {
      expect(passing.waited[index]).toBeGreaterThanOrEqual(base * 0.75)
      expect(passing.waited[index]).toBeLessThanOrEqual(base * 1.25)
    }
  })

  it('waits as long as the engine asks, unless that is long: then the job should', async () => {
    const soon = failing(1, 'RATE_LIMITED', 20_000)
    const later = failing(1, 'RATE_LIMITED', 3_600_000)

    expect(await soon.run()).toBe('heard')
    expect(soon.waited).toEqual([20_000])
    await expect(later.run()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 3_600_000 })
    expect(later.waited).toEqual([])
  })

  it('does not try what cannot work', async () => {
    const refused = failing(1, 'KEY_REFUSED')

    await expect(refused.run()).rejects.toMatchObject({ code: 'KEY_REFUSED' })
    expect(refused.asked()).toBe(1)
  })

  it('ends while it waits when its job ends', async () => {
    const job = new AbortController()
    const waiting = withRetries(() => Promise.reject(new SpeechFailure('TIMED_OUT', 'slow')), job.signal)
    job.abort()

    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED', retryable: false })
  })
})
