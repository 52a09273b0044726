/**
 * Takes pictures of what needs something heard: proposals, suggestions, and what a search finds of every kind.
 *
 *   npm run build && node e2e/looks/take-talk.ts [--only search] [--out test-results/looks] [--widths 390]
 *
 * It starts a server of its own with a stand-in for the text model. Ends with 1 when axe found something.
 */
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { browserArgs, browserProgram } from '../browser.ts'
import { signUp } from '../person.ts'
import { standInForTextModel } from '../text-model.ts'
import { startServerWithDatabase } from '../transcripts.ts'
import { takeLooks } from './take-look.ts'
import { talkLooks } from './talk-pages.ts'
import { answer, furnishTalk } from './talk-world.ts'

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'test-results/looks' },
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '390,820,1440' },
  },
})

const model = await standInForTextModel(answer, 'sword')
const world = await startServerWithDatabase({
  AI_URL: model.url,
  AI_KEY: 'sk',
  AI_MODEL: 'stand-in-for-a-model-with-a-long-name',
})
const browser = await chromium.launch({ ...browserProgram, args: browserArgs })
try {
  const { origin } = world.server
  const person = await signUp(origin)
  const looks = talkLooks(await furnishTalk(world, person))
  const session = { name: 'kinora.auth', value: JSON.stringify(person.session) }
  const findings = await takeLooks(
    browser,
    looks.filter(({ name }) => name.includes(values.only)),
    {
      url: origin,
      out: values.out,
      widths: values.widths.split(','),
      storageState: { cookies: [], origins: [{ origin, localStorage: [session] }] },
    },
  )
  console.log(findings === 0 ? 'axe found nothing' : `axe found ${findings} violations`)
  process.exitCode = findings === 0 ? 0 : 1
} finally {
  await browser.close()
  await world.remove()
  model.close()
}
