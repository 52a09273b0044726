import { type Browser, chromium, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { makeBlankDatabase } from '../e2e/blank-database.ts'
import { browserArgs, browserProgram } from '../e2e/browser.ts'
import { type Person, signUp } from '../e2e/person.ts'
import { storyOfPhotographs } from '../e2e/photographs.ts'
import { startServerWithDatabase } from '../e2e/transcripts.ts'
import { writeStory } from '../e2e/write-story.ts'
import { type Bench, type Finding, median } from './bench.ts'
import { visitSlowly } from './slow-visit.ts'

const ROUNDS = 3
/** As many photos or journal entries as a story may hold, and as many as are rendered at first. */
const [FULL, FEW] = [2_000, 60]
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** A full story against a small one: its size may cost reading it, not drawing all of it. */
export const bench: Bench = {
  title: `stories of ${FULL} against ${FEW}, visited by a slow phone, medians of ${ROUNDS} by turns (needs the web app built)`,
  run: async () => {
    const removeBlank = await makeBlankDatabase()
    const world = await startServerWithDatabase()
    const browser = await chromium.launch({ ...browserProgram, args: browserArgs })
    const { origin } = world.server
    try {
      const person = await signUp(origin)
      const photographs = async (count: number) =>
        `${origin}/app/stories/${await storyOfPhotographs(world, person, count)}`
      const journal = async (count: number) =>
        `${origin}/app/stories/${await journalOf(person, count)}/journal`
      const signIn = async (page: Page) => {
        const session = JSON.stringify(person.session)
        await page.addInitScript((text) => localStorage.setItem('kinora.auth', text), session)
      }
      return [
        await compare(browser, 'photographs', await photographs(FULL), await photographs(FEW), signIn),
        await compare(
          browser,
          'entries, where they are written',
          await journal(FULL),
          await journal(FEW),
          signIn,
        ),
      ]
    } finally {
      await browser.close()
      await world.remove()
      await removeBlank()
    }
  },
}

async function journalOf(person: Person, count: number): Promise<string> {
  const storyId = await writeStory(person, 'The diary')
  for (let day = 1; day <= count; day += 1) {
    const text = `Day ${day}. ${'We walked along the river and talked until it was light again. '.repeat(5)}`
    await person.api.stories.putNote({ storyId, id: newId(), text, timestamp: '00:00' })
  }
  return storyId
}

async function compare(
  browser: Browser,
  what: string,
  full: string,
  few: string,
  signIn: (page: Page) => Promise<void>,
): Promise<Finding> {
  const measured = { full: [] as number[], few: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    measured.few.push((await visitSlowly(browser, few, phone, signIn)).tbtMs)
    measured.full.push((await visitSlowly(browser, full, phone, signIn)).tbtMs)
  }
  const [ours, peer] = [median(measured.full), median(measured.few)]
  const ratio = peer / ours
  return {
    what: `${what}: blocking time`,
    ours: `${Math.round(ours)} ms`,
    peer: `${Math.round(peer)} ms`,
    ratio,
    goal: 'at least 0.33',
    met: ratio >= 0.33,
  }
}
