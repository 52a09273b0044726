import { expect, type Page } from '@playwright/test'
import { limits } from '#contract/limits.ts'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { accessibilityFindings } from './accessibility.ts'
import { holdAnswer } from './hold-answer.ts'
import { loseAnswer } from './lose-answer.ts'
import type { Person } from './person.ts'
import { test } from './test-with-database.ts'
import { heard, type TranscriptServer } from './transcripts.ts'

const talks = [{ speaker: '1', startMs: 100, text: 'Everybody came to the fair.' }]

/** A story with so many open proposals of a kind. */
async function storyWithProposals(world: TranscriptServer, person: Person, kind: string, count: number) {
  const { storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  await propose(world, person, storyId, kind, count)
  return storyId
}

const propose = (world: TranscriptServer, person: Person, storyId: string, kind: string, count: number) =>
  world.asOwner(
    `insert into story_proposals (user_id, story_id, kind, origin, text, machine_text, fingerprint, position)
     select $1, $2, $3, 'local', 'Number ' || n, 'Number ' || n, $3 || n, n from generate_series(1, $4::int) n`,
    [person.id, storyId, kind, count],
  )

const about = (page: Page) => page.getByRole('region', { name: 'What it is about' })
async function openSummary(page: Page, storyId: string): Promise<void> {
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('tab', { name: 'Summary' }).click()
}

/**
 * @returns a function that waits until so many portions are decided from now on: portion by portion, because all together take a slow
 * machine longer than one expectation waits
 */
function decisionsOf(page: Page): (portions: number) => Promise<void> {
  let decided = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/storyProposals/decide')) decided += 1
  })
  return async (portions) => {
    for (let portion = 1; portion <= portions; portion += 1) {
      await expect.poll(() => decided).toBeGreaterThanOrEqual(portion)
    }
  }
}

test('more questions than one request may name are all added, portion by portion, each of them once, and taken back', async ({
  world,
  person,
  page,
}) => {
  const storyId = await storyWithProposals(world, person, 'question', 230)
  const prompts = async () => {
    const texts: string[] = []
    let cursor: string | undefined
    do {
      const answer = await person.api.prompts.list({ list: 'own', limit: 100, ...(cursor ? { cursor } : {}) })
      texts.push(...answer.items.map(({ text }) => text))
      cursor = answer.nextCursor ?? undefined
    } while (cursor)
    return { all: texts.length, different: new Set(texts).size }
  }
  await openSummary(page, storyId)
  const questions = about(page).getByRole('region', { name: 'Proposed: Follow-up questions' })
  const letThrough = await holdAnswer(page, 'storyProposals/decide')
  await questions.getByRole('button', { name: /^Add all 230/ }).click()
  await expect(about(page).getByText('0 of 230 done.')).toBeVisible()
  await expect(about(page).getByRole('progressbar', { name: 'How many are done' })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  // The second hundred is added, but the answer is lost.
  const give = await loseAnswer(page, 'storyProposals/decide')
  await letThrough()
  await expect(about(page).getByText('100 of 230 done.')).toBeVisible()
  await expect.poll(prompts).toEqual({ all: 200, different: 200 })
  give()
  await expect(about(page).getByRole('alert')).toBeVisible()
  await expect(about(page).getByText('100 proposals added to My Prompts.')).toBeVisible()
  await questions.getByRole('button', { name: /^Add all 30/ }).click()
  await expect(questions).toBeHidden()
  await expect(about(page).getByText('30 proposals added to My Prompts.')).toBeVisible()
  expect(await prompts()).toEqual({ all: 230, different: 230 })

  await about(page).getByRole('button', { name: 'Undo' }).click()
  await expect(questions.getByRole('button', { name: /^Add all 30/ })).toBeVisible()
  expect(await prompts()).toEqual({ all: 200, different: 200 })
})

test('of very many people sixty are drawn, where they are proposed, where they are accepted and where they are decided', async ({
  world,
  person,
  page,
}) => {
  const storyId = await storyWithProposals(world, person, 'person', 130)
  await openSummary(page, storyId)
  const proposed = about(page).getByRole('region', { name: 'Proposed: People' })
  const more = proposed.getByRole('button', { name: 'Show more' })
  await expect(proposed.getByRole('listitem')).toHaveCount(60)
  await expect(more).toHaveText('Show more (70)')
  await more.click()
  await expect(proposed.getByRole('listitem')).toHaveCount(120)

  const areDecided = decisionsOf(page)
  await proposed.getByRole('button', { name: /^Accept all 130/ }).click()
  await areDecided(2)
  await expect(about(page).getByText('130 proposals accepted.')).toBeVisible()
  await openSummary(page, storyId)
  const accepted = about(page).getByRole('region', { name: 'People in it' })
  await expect(accepted.getByRole('listitem')).toHaveCount(60)
  await expect(accepted.getByRole('button', { name: 'Show more' })).toHaveText('Show more (70)')
  await about(page).getByText('What was decided (130)').click()
  await expect(about(page).getByRole('button', { name: /^Take back person/ })).toHaveCount(60)
  expect(await accessibilityFindings(page)).toEqual([])
})

test('of more proposals than are shown every kind is there, a sentence tells how many wait, and they come as others are decided', async ({
  world,
  person,
  page,
}) => {
  const storyId = await storyWithProposals(world, person, 'chapter', 510)
  await propose(world, person, storyId, 'person', 10)
  await openSummary(page, storyId)
  const kind = (name: string) => about(page).getByRole('region', { name: `Proposed: ${name}` })
  await expect(kind('People').getByRole('listitem')).toHaveCount(10)
  await expect(about(page).getByText('20 more proposals wait.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  const areDecided = decisionsOf(page)
  await kind('Chapters')
    .getByRole('button', { name: /^Accept all 490/ })
    .click()
  await areDecided(5)
  await expect(kind('Chapters').getByRole('listitem')).toHaveCount(20)
  await expect(about(page).getByText('more proposals wait.')).toHaveCount(0)
})

test('of more tags than a story has room for those that fit are accepted, and a sentence tells how many were not', async ({
  world,
  person,
  page,
}) => {
  const storyId = await storyWithProposals(world, person, 'tag', 5)
  const tags = Array.from({ length: limits.tagsPerStory - 2 }, (_, index) => `Tag ${index}`)
  await person.api.stories.update({ id: storyId, tags })
  await openSummary(page, storyId)
  const proposed = about(page).getByRole('region', { name: 'Proposed: Tags' })

  await proposed.getByRole('button', { name: /^Accept all 5/ }).click()

  await expect(about(page).getByText('2 proposals accepted. There was no room for 3.')).toBeVisible()
  await expect(proposed.getByRole('listitem')).toHaveCount(3)
  await about(page).getByRole('button', { name: 'Undo' }).click()
  await expect(proposed.getByRole('listitem')).toHaveCount(5)
})
