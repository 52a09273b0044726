/**
 * Takes pictures of what needs models beside the server: the chapters of a book, and the pictures drawn for it.
 *
 *   npm run build && node e2e/looks/take-books.ts [--only picture] [--out test-results/looks] [--widths 390]
 *
 * It starts a server of its own with stand-ins for the models. Ends with 1 when axe found something.
 */
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { browserArgs, browserProgram } from '../browser.ts'
import { signUp } from '../person.ts'
import { standInForTextModel } from '../text-model.ts'
import { startServerWithDatabase } from '../transcripts.ts'
import { bookLooks } from './book-pages.ts'
import { furnishBook, write } from './book-world.ts'
import { takeLooks } from './take-look.ts'

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'test-results/looks' },
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '390,820,1440' },
  },
})

const model = await standInForTextModel(write, 'sword')
const world = await startServerWithDatabase({
  AI_URL: model.url,
  AI_KEY: 'sk',
  AI_MODEL: 'stand-in-for-a-model-with-a-long-name',
  AI_IMAGE_MODEL: 'painter',
})
const browser = await chromium.launch({ ...browserProgram, args: browserArgs })
try {
  const { origin } = world.server
  const person = await signUp(origin)
  const looks = bookLooks(await furnishBook(world, person))
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
