import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { browserArgs, browserProgram } from '../browser.ts'
import { type Person, signUp } from '../person.ts'
import { standInForTextModel } from '../text-model.ts'
import { startServerWithDatabase, type TranscriptServer } from '../transcripts.ts'
import type { Look } from './look.ts'
import { takeLooks } from './take-look.ts'

type Models = {
  /** The answer of the stand-in for the text model. */
  answer: Parameters<typeof standInForTextModel>[0]
  settings?: Record<string, string>
  looksOf: (world: TranscriptServer, person: Person) => Promise<Look[]>
}

/**
 * Takes pictures of pages that need models, on a server of its own with stand-ins for them. Exits with 1 if axe found something.
 * Arguments: `--only NAME`, `--out FOLDER`, `--widths 390,820`.
 */
export async function takeWithModels({ answer, settings = {}, looksOf }: Models): Promise<void> {
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
    ...settings,
  })
  const browser = await chromium.launch({ ...browserProgram, args: browserArgs })
  try {
    const { origin } = world.server
    const person = await signUp(origin)
    const looks = await looksOf(world, person)
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
}
