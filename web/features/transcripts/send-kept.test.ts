import { afterEach, expect, it, vi } from 'vitest'
import { provideAccess } from '../../lib/request.ts'
import { keptEditsOf } from './kept-edits.ts'
import { sendKept } from './send-kept.ts'

afterEach(() => vi.unstubAllGlobals())

it.each(['FORBIDDEN', 'NOT_FOUND'])(
  'sends what one person corrected, also where another’s correction of it was answered with %s',
  async (code) => {
    vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
    const [ana, ben, transcript] = [`ana ${code}`, `ben ${code}`, `t-${code}`]
    let who = ana
    const asked: string[] = []
    provideAccess({
      fetch: async () => {
        asked.push(who)
        if (who === ana)
          return Response.json({ json: { defined: true, code, status: 403, message: '' } }, { status: 403 })
        return Response.json({ json: { version: 2, lines: [] } })
      },
      token: async () => null,
      renewed: async () => null,
      userId: () => who,
    })
    for (const person of [ana, ben]) {
      const command = {
        type: 'split' as const,
        id: `e-${person}`,
        lineId: 'l1',
        baseVersion: 1,
        at: 2,
        newId: 'l2',
      }
      keptEditsOf(person, transcript).keep({ commands: [command], typed: null })
    }

    await sendKept(ana)
    await sendKept(ana)
    expect(asked).toEqual([ana])
    who = ben
    await sendKept(ben)

    expect(asked).toEqual([ana, ben])
    expect(keptEditsOf(ben, transcript).all()).toEqual([])
    expect(keptEditsOf(ana, transcript).all()).toHaveLength(1)
  },
)
