import { expect, type Locator, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { holdAnswer } from './hold-answer.ts'
import { choose, escapeFrom, pressBy, tabTo } from './keyboard.ts'
import { type Person, signUp } from './person.ts'
import type { TestServer } from './server.ts'
import { test } from './test-with-database.ts'
import { heard, type TranscriptServer } from './transcripts.ts'

// With all transitions, so that presses and answers arrive in the middle of them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

type World = { page: Page; person: Person; server: TestServer }

/** A dialog in which a person types. */
type Written = {
  name: string
  /** Creates what the dialog needs, goes to its page and returns its opener. */
  at: (world: World) => Promise<Locator>
  /** If the opener is a menu, the entry to choose. */
  item?: string
  /** The field to type in. */
  field: string
  /** The button that saves once the field is filled, if nothing else is needed. */
  save?: string
  typed?: string
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()

/** Goes to a page that has begun: what it shows may then take as long as a test waits for one thing, and the app before it as well. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}
async function story({ page, person }: World, more: object = {}): Promise<string> {
  const id = newId()
  await person.api.stories.create({ id, title: 'The harbour', method: 'journal', ...more })
  await goTo(page, `/app/stories/${id}`)
  return id
}
async function member({ person }: World, firstName = 'Oksana'): Promise<string> {
  const { id } = await person.api.familyMembers.create({ id: newId(), firstName, lastName: 'Petrenko' })
  return id
}
async function book({ page, person }: World): Promise<void> {
  const storyId = newId()
  await person.api.stories.create({ id: storyId, title: 'Apples', method: 'journal' })
  await person.api.stories.putNote({ storyId, id: newId(), text: 'On Saturdays.', timestamp: '00:00' })
  const { id } = await person.api.storybooks.create({ id: newId(), title: 'Kitchen', storyIds: [storyId] })
  await goTo(page, `/app/storybooks/${id}`)
}
async function on({ page }: World, path: string, opener: string): Promise<Locator> {
  await goTo(page, path)
  return button(page, opener)
}

const dialogs: Written[] = [
  {
    name: 'Create New Prompt',
    at: (world) => on(world, '/app/prompts', 'New Prompt'),
    field: 'Question',
    save: 'Create Prompt',
  },
  {
    name: 'Edit Prompt',
    at: async (world) => {
      await world.person.api.prompts.create({ id: newId(), text: 'Who baked?' })
      return on(world, '/app/prompts', 'More for “Who baked?”')
    },
    item: 'Edit',
    field: 'Question',
    typed: 'Who baked?',
    save: 'Save',
  },
  {
    name: 'Report',
    at: async (world) => {
      const { api } = await signUp(world.server.origin)
      const text = `Who taught you to whistle ${newId()}?`
      const { id } = await api.prompts.create({ id: newId(), text })
      await api.community.publish({ kind: 'prompt', id })
      return on(world, '/app/prompts?tab=community', `More for “${text}”`)
    },
    item: 'Report',
    field: 'What is wrong with it?',
    save: 'Report',
  },
  {
    name: 'Create New Playlist',
    at: (world) => on(world, '/app/prompts', 'New Playlist'),
    field: 'Name',
  },
  {
    name: 'Edit Playlist',
    at: async (world) => {
      const { api } = world.person
      const { id } = await api.prompts.create({ id: newId(), text: 'Who baked?' })
      await api.prompts.createPlaylist({ id: newId(), name: 'Kitchen', promptIds: [id] })
      return on(world, '/app/prompts', 'More for “Kitchen”')
    },
    item: 'Edit',
    field: 'Description',
    save: 'Save',
  },
  { name: 'New Storybook', at: (world) => on(world, '/app/storybooks', 'New Storybook'), field: 'Title' },
  {
    name: 'Edit Storybook',
    at: async (world) => {
      await book(world)
      return button(world.page, 'Edit')
    },
    field: 'Description',
    save: 'Save',
  },
  {
    name: 'Edit page',
    at: async (world) => {
      await book(world)
      return button(world.page, 'Edit page 1')
    },
    field: 'Below the title',
    save: 'Save',
  },
  {
    name: 'New Story',
    at: (world) => on(world, '/app/stories', 'New Story'),
    field: 'Description',
  },
  {
    name: 'Edit Story',
    at: async (world) => {
      await story(world)
      return button(world.page, 'Edit')
    },
    field: 'Description',
    save: 'Save',
  },
  {
    name: 'Add Story Details',
    at: async (world) => {
      await story(world)
      return button(world.page, 'Add Details')
    },
    field: 'Add a tag',
    save: 'Save',
  },
  {
    name: 'Ask a relative',
    at: async (world) => {
      await story(world)
      return button(world.page, 'Ask a relative')
    },
    field: 'Your question',
  },
  {
    name: 'Share Story',
    at: async (world) => {
      const storyId = await story(world)
      await world.person.api.publicLinks.turnOn({ storyId })
      return button(world.page, 'Share')
    },
    field: 'Password',
  },
  {
    name: 'Add Family Member',
    at: async (world) => {
      await member(world)
      return on(world, '/app/family', 'Add Family Member')
    },
    field: 'About them',
  },
  {
    name: 'Edit Family Member',
    at: async (world) => on(world, `/app/family/${await member(world)}`, 'Edit'),
    field: 'About them',
    save: 'Save',
  },
  {
    name: 'Oksana Petrenko and Iryna Petrenko',
    at: async (world) => {
      const [toId, fromId] = [await member(world, 'Iryna'), await member(world)]
      await world.person.api.family.connect({ id: newId(), fromId, toId, type: 'partner', kind: 'married' })
      return on(world, `/app/family/${fromId}`, 'Change the line to Iryna Petrenko')
    },
    field: 'Since',
    save: 'Save',
  },
  {
    name: 'Change your email',
    at: (world) => on(world, '/app/settings', 'Change email'),
    field: 'New email',
  },
  {
    name: 'Change your password',
    at: (world) => on(world, '/app/settings', 'Change password'),
    field: 'New password',
  },
  {
    name: 'Upgrade to Family Plan',
    at: (world) => on(world, '/app/billing', 'Upgrade to Family Plan'),
    field: 'Cardholder name',
  },
]

for (const { name, at, item, field, save, typed = '' } of dialogs) {
  test(`“${name}” asks before what was typed in it is lost, and only then`, async ({
    page,
    person,
    server,
  }) => {
    const opener = await at({ page, person, server })
    const dialog = page.getByRole('dialog', { name, exact: true })
    const control = dialog.getByLabel(field).first()
    const sure = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    const open = async () => {
      await tabTo(page, opener)
      if (item) await choose(page, item)
      else await page.keyboard.press('Enter')
      await expect(control).toHaveValue(typed)
    }

    // Without input, the dialog closes at once.
    await open()
    await escapeFrom(page, dialog)
    await expect(dialog).toBeHidden()
    await expect(sure).toBeHidden()
    await expect(opener).toBeFocused()

    // Escape, and Escape on the question: the words and the caret are where they were.
    await open()
    await tabTo(page, control)
    await page.keyboard.press('End')
    await page.keyboard.type('Lilac')
    await page.keyboard.press('Escape')
    await expect(sure.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await expect(sure).toHaveAccessibleDescription('What you have entered here is not saved yet.')
    await page.keyboard.press('Escape')
    await expect(sure).toBeHidden()
    await expect(control).toBeFocused()
    await page.keyboard.type('s')
    const words = `${typed}Lilacs`
    await expect(control).toHaveValue(words)

    // A press beside the dialog; repeated, because a busy machine may drop the first one, and further presses close nothing either.
    await expect(async () => {
      await page.mouse.click(4, 4)
      await expect(sure).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await sure.getByRole('button', { name: 'Keep editing' }).click()
    await expect(control).toHaveValue(words)

    // Its close button, and this time the words are discarded.
    await dialog.getByRole('button', { name: 'Close' }).click()
    await pressBy(page, sure.getByRole('button', { name: 'Discard' }))
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    await open()

    // The text is as before, so closing loses nothing.
    await control.fill(words)
    await control.fill(typed)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(sure).toBeHidden()

    if (!save) return
    await open()
    await control.fill(words)
    await dialog.getByRole('button', { name: save, exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(sure).toBeHidden()
  })
}

test('Cancel asks as Escape does', async ({ page, person: _ }) => {
  await page.goto('/app/prompts')
  await button(page, 'New Prompt').click()
  const dialog = page.getByRole('dialog', { name: 'Create New Prompt' })
  const sure = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await button(page, 'New Prompt').click()
  await dialog.getByLabel('Question').fill('Who sang?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await sure.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Question')).toHaveValue('Who sang?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await sure.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
})

test('the browser’s Back asks as well, and Reload has the browser ask', async ({ page, person: _ }) => {
  await page.goto('/app/storybooks')
  await page.getByRole('link', { name: 'Prompts', exact: true }).first().click()
  await button(page, 'New Prompt').click()
  const field = page.getByRole('dialog').getByLabel('Question')
  const sure = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await field.fill('Who sang?')

  await page.evaluate(() => window.history.back())
  await sure.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/\/app\/prompts/)
  await expect(field).toHaveValue('Who sang?')

  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => window.location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(field).toHaveValue('Who sang?')

  await page.evaluate(() => window.history.back())
  await sure.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/app\/storybooks/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Storybooks')

  // Without input, Back leads to the previous page.
  await page.goForward()
  await button(page, 'New Prompt').click()
  await expect(field).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Storybooks')
})

/** A form that is part of a page, without a dialog. */
type InPlace = {
  name: string
  /** Creates what the form needs, goes to its page and returns the button that opens it. */
  at: (world: World & { heardIn: TranscriptServer }) => Promise<Locator>
  field: string | RegExp
  typed: string
  save: string
  /** Replaces the form by another part of the page, without leaving the page. */
  away?: (page: Page) => Promise<void>
}

/** Creates the transcript of a recording. */
async function told({ person, heardIn }: World & { heardIn: TranscriptServer }): Promise<string> {
  const talks = ['Oksana milked the goats.', 'The goats gave milk.'].map((text, index) => ({
    speaker: `${index}`,
    startMs: 100 + index * 1_400,
    text,
  }))
  const { storyId } = await heard(heardIn, person, await filmWithoutFfmpeg(), talks)
  return storyId
}

const inPlace: InPlace[] = [
  {
    name: 'a comment',
    at: async (world) => {
      const storyId = await story(world)
      await world.person.api.comments.add({ storyId, id: newId(), text: 'So did I' })
      await world.page.goto(`/app/stories/${storyId}?tab=comments`)
      return world.page.getByRole('button', { name: 'Edit your comment' })
    },
    field: 'Edit your comment',
    typed: 'So did I',
    save: 'Save',
    away: (page) => page.getByRole('tab', { name: 'Summary' }).click(),
  },
  {
    name: 'an entry of the journal',
    at: async (world) => {
      const storyId = await story(world)
      await world.person.api.stories.putNote({ storyId, id: newId(), text: 'So did I', timestamp: '00:00' })
      await world.page.goto(`/app/stories/${storyId}/journal`)
      return button(world.page, 'Edit')
    },
    field: 'Edit entry',
    typed: 'So did I',
    save: 'Save',
  },
  {
    name: 'a caption',
    at: async (world) => {
      const storyId = await story(world, { method: 'upload' })
      await world.page.goto(`/app/stories/${storyId}/upload`)
      const buffer = Buffer.from('%PDF-1.4\nstartxref\n9\n%%EOF')
      await world.page.setInputFiles('input[type=file]', {
        name: 'deed.pdf',
        mimeType: 'application/pdf',
        buffer,
      })
      return button(world.page, 'Add a caption to deed.pdf')
    },
    field: 'Caption of deed.pdf',
    typed: '',
    save: 'Save caption',
  },
  {
    name: 'a proposal',
    at: async (world) => {
      await world.page.goto(`/app/stories/${await told(world)}?tab=summary`)
      await button(world.page, 'Read the story').click()
      return button(world.page, 'Edit tag goats')
    },
    field: 'Tag',
    typed: 'goats',
    save: 'Accept in these words',
    away: async (page) => {
      await page.getByRole('tab', { name: 'Summary' }).focus()
      await page.keyboard.press('ArrowRight')
    },
  },
  {
    name: 'a line as it reads well',
    at: async (world) => {
      await world.page.goto(`/app/stories/${await told(world)}?tab=transcript`)
      await button(world.page, 'As it was spoken').click()
      await world.page.getByRole('menuitemradio', { name: 'As it reads well' }).click()
      return button(world.page, 'Correct the line at 0:01')
    },
    field: /How it reads well/,
    typed: 'The goats gave milk.',
    save: 'Save',
    away: (page) => button(page, 'Correct the line at 0:00').click(),
  },
]

for (const { name, at, field, typed, save, away } of inPlace) {
  test(`what was typed in ${name} in its place is asked about before it is lost`, async ({
    page,
    person,
    server,
    world,
  }) => {
    const opener = await at({ page, person, server, heardIn: world })
    const control = page.getByRole('textbox', { name: field, exact: true })
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
    const sure = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    const words = `${typed} Lilacs`

    // Without input, the form disappears at once, and the focus returns.
    await opener.click()
    await expect(control).toHaveValue(typed)
    await pressBy(page, cancel)
    await expect(control).toBeHidden()
    await expect(sure).toBeHidden()
    await expect(opener).toBeFocused()

    await page.keyboard.press('Enter')
    await control.fill(words)
    await page.keyboard.press('Escape')
    await expect(sure).toHaveAccessibleDescription('What you have entered here is not saved yet.')
    await page.keyboard.press('Escape')
    await expect(sure).toBeHidden()
    await expect(control).toBeFocused()
    await cancel.click()
    await sure.getByRole('button', { name: 'Keep editing' }).click()
    await expect(control).toHaveValue(words)

    // A link beside the form leads away only once the words may be discarded.
    await page.getByRole('link', { name: 'Prompts', exact: true }).first().click()
    await sure.getByRole('button', { name: 'Keep editing' }).click()
    await expect(control).toHaveValue(words)

    if (away) {
      await away(page)
      await sure.getByRole('button', { name: 'Keep editing' }).click()
      await expect(sure).toBeHidden()
      await expect(control).toHaveValue(words)
      await expect(control).toBeFocused()
    }

    await cancel.click()
    await pressBy(page, sure.getByRole('button', { name: 'Discard' }))
    await expect(control).toBeHidden()
    await expect(opener).toBeFocused()

    await page.keyboard.press('Enter')
    await control.fill(words)
    await page.getByRole('button', { name: save, exact: true }).click()
    await expect(control).toBeHidden()
    await page.getByRole('link', { name: 'Prompts', exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prompts')
    await expect(sure).toBeHidden()
  })
}

test('what is typed stays when the answer to what was asked for before comes late', async ({
  page,
  person,
  world,
}) => {
  const storyId = await told({ page, person, server: world.server, heardIn: world })
  await page.goto(`/app/stories/${storyId}?tab=summary`)
  const answer = await holdAnswer(page, 'storyProposals/read')
  let seenSince: number | null = null
  page.on('request', (request) => {
    if (request.url().endsWith('/storyProposals/read')) seenSince = 0
  })
  page.on('response', (response) => {
    if (seenSince !== null && response.url().endsWith('/storyProposals/list')) seenSince += 1
  })
  await button(page, 'Read the story').click()
  // The live stream says that the story was read before the answer says that it will be: proposals from before the press, as when it was
  // read by itself just then, would leave nothing to read anew.
  await expect.poll(() => seenSince).toBeGreaterThan(0)
  await button(page, 'Edit tag goats').click()
  const tag = page.getByRole('textbox', { name: 'Tag', exact: true })
  await tag.fill('goats, eleven of them')
  const readAnew = page.waitForResponse('**/rpc/storyProposals/list')
  await answer()
  await readAnew
  await button(page, 'Accept in these words').click()
  await expect(tag).toBeHidden()
  await expect
    .poll(async () => (await person.api.stories.get({ id: storyId })).tags)
    .toEqual(['goats, eleven of them'])
})

test('a link that is pressed with words begun leads on once they may go', async ({
  page,
  person,
  server,
}) => {
  const storyId = await story({ page, person, server })
  await person.api.comments.add({ storyId, id: newId(), text: 'So did I' })
  await page.goto(`/app/stories/${storyId}?tab=comments`)
  await page.getByRole('button', { name: 'Edit your comment' }).click()
  await page.getByLabel('Edit your comment').fill('So did we')
  await page.getByRole('link', { name: 'Prompts', exact: true }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prompts')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a finger beside the sheet asks before it goes', async ({ page, person: _ }) => {
    await page.goto('/app/prompts')
    await button(page, 'New Prompt').tap()
    const field = page.getByRole('dialog').getByLabel('Question')
    const sure = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await field.fill('Who sang?')
    const clip = await page.getByRole('heading', { name: 'Create New Prompt' }).boundingBox()
    if (!clip) throw new Error('the form has no title')
    const before = await page.screenshot({ clip, animations: 'disabled' })
    // A busy browser may drop a tap, and people then tap again.
    const tapBeside = () =>
      expect(async () => {
        await page.touchscreen.tap(195, 20)
        await expect(sure).toBeVisible({ timeout: 3_000 })
      }).toPass()
    await tapBeside()
    // The form is dimmed behind the question, so that nobody takes one for a part of the other.
    expect((await page.screenshot({ clip, animations: 'disabled' })).equals(before)).toBe(false)
    await sure.getByRole('button', { name: 'Keep editing' }).tap()
    await expect(sure).toBeHidden()
    await expect(field).toHaveValue('Who sang?')
    const focus = page.locator(':focus')
    await expect(page.getByRole('dialog').and(focus).or(page.getByRole('dialog').locator(focus))).toHaveCount(
      1,
    )
    await tapBeside()
    await sure.getByRole('button', { name: 'Discard' }).tap()
    await expect(field).toBeHidden()
  })
})

test('a tab that is chosen with words begun is shown once they may go', async ({ page, person, world }) => {
  const storyId = await told({ page, person, server: world.server, heardIn: world })
  await person.api.comments.add({ storyId, id: newId(), text: 'So did I' })
  await page.goto(`/app/stories/${storyId}?tab=comments`)
  const sure = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  const begin = async () => {
    await button(page, 'Edit your comment').click()
    await page.getByLabel('Edit your comment').fill('So did we')
  }
  await begin()
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await sure.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('tab', { name: 'Transcript' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('The goats gave milk.')).toBeVisible()

  await button(page, 'As it was spoken').click()
  await page.getByRole('menuitemradio', { name: 'As it reads well' }).click()
  await button(page, 'Correct the line at 0:01').click()
  await page.getByRole('textbox', { name: /How it reads well/ }).fill('The goats gave no milk.')
  await button(page, 'As it reads well').click()
  await page.getByRole('menuitemradio', { name: 'As it was spoken' }).click()
  await sure.getByRole('button', { name: 'Discard' }).click()
  await expect(button(page, 'As it was spoken')).toBeVisible()
  await expect(page.getByText('The goats gave no milk.')).toHaveCount(0)
})
