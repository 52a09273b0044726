import { expect, type Locator, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { chooseFromMenu } from './choose-from-menu.ts'
import { loseAnswer } from './lose-answer.ts'
import type { Person } from './person.ts'
import { test } from './test.ts'
import { writeStory } from './write-story.ts'

type Deleting = {
  name: string
  procedure: string
  /**
   * Creates the thing to delete, and goes as far as the last press.
   * @returns the button that deletes it
   */
  begin: (page: Page, person: Person) => Promise<Locator>
  /** The message after the deletion, or the offer to undo it. */
  told: (page: Page) => Locator
  left: (person: Person) => Promise<number>
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const sure = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true })

const deleting: Deleting[] = [
  {
    name: 'a prompt',
    procedure: 'prompts/delete',
    begin: async (page, { api }) => {
      await api.prompts.create({ id: newId(), text: 'Who baked?' })
      await page.goto('/app/prompts')
      await chooseFromMenu(page, 'Who baked?', 'Delete')
      return sure(page, 'Delete')
    },
    told: (page) => page.getByText('Prompt deleted'),
    left: async ({ api }) => (await api.prompts.list({ list: 'own' })).items.length,
  },
  {
    name: 'a playlist',
    procedure: 'prompts/deletePlaylist',
    begin: async (page, { api }) => {
      const { id } = await api.prompts.create({ id: newId(), text: 'Who baked?' })
      const list = await api.prompts.createPlaylist({ id: newId(), name: 'Kitchen', promptIds: [id] })
      await page.goto(`/app/prompts/playlists/${list.id}`)
      await chooseFromMenu(page, 'Kitchen', 'Delete')
      return sure(page, 'Delete')
    },
    told: (page) => page.getByText('Playlist deleted'),
    left: async ({ api }) => (await api.prompts.playlists({ list: 'own' })).items.length,
  },
  {
    name: 'a story',
    procedure: 'stories/delete',
    begin: async (page, person) => {
      await page.goto(`/app/stories/${await writeStory(person)}`)
      await button(page, 'Delete').click()
      return sure(page, 'Delete')
    },
    told: (page) => page.getByText('Story deleted successfully'),
    left: async ({ api }) => (await api.stories.list({})).items.length,
  },
  {
    name: 'a storybook',
    procedure: 'storybooks/delete',
    begin: async (page, person) => {
      const storyIds = [await writeStory(person)]
      const { id } = await person.api.storybooks.create({ id: newId(), title: 'Kitchen', storyIds })
      await page.goto(`/app/storybooks/${id}`)
      await button(page, 'Delete').click()
      return sure(page, 'Delete')
    },
    told: (page) => page.getByText('Storybook deleted successfully'),
    left: async ({ api }) => (await api.storybooks.list({})).items.length,
  },
  {
    name: 'a person',
    procedure: 'familyMembers/delete',
    begin: async (page, { api }) => {
      const id = newId()
      await api.familyMembers.create({ id, firstName: 'Vera', lastName: 'Petrova', relationship: 'Other' })
      await page.goto(`/app/family/${id}`)
      await button(page, 'Remove').click()
      return sure(page, 'Remove')
    },
    told: (page) => page.getByText('Family member removed'),
    left: async ({ api }) =>
      (await api.familyMembers.list({})).items.filter(({ firstName }) => firstName === 'Vera').length,
  },
  {
    name: 'a comment, with its way back',
    procedure: 'comments/delete',
    begin: async (page, person) => {
      const storyId = await writeStory(person)
      await person.api.comments.add({ storyId, id: newId(), text: 'So did I' })
      await page.goto(`/app/stories/${storyId}?tab=comments`)
      return page.getByRole('button', { name: /^Delete the comment of/ })
    },
    told: (page) => button(page, 'Bring it back'),
    left: async ({ api }) => {
      const [story] = (await api.stories.list({})).items
      return (await api.comments.list({ storyId: story?.id ?? '' })).items.length
    },
  },
  {
    name: 'what lies in the trash',
    procedure: 'trash/deleteForGood',
    begin: async (page, person) => {
      for (const title of ['The orchard', 'The mill']) {
        await person.api.stories.delete({ id: await writeStory(person, title) })
      }
      await page.goto('/app/trash')
      await button(page, 'Delete for good The mill').click()
      return sure(page, 'Delete for good')
    },
    told: (page) => button(page, 'Delete for good The orchard'),
    left: async ({ api }) =>
      (await api.trash.list({})).items.filter(({ title }) => title === 'The mill').length,
  },
]

for (const { name, procedure, begin, told, left } of deleting) {
  test(`what a lost answer had deleted already counts as deleted at the second try: ${name}`, async ({
    page,
    person,
  }) => {
    // A line that loses answers loses the live news as well.
    await page.route('**/rpc/live/changes', (route) => route.abort())
    const press = await begin(page, person)
    const lose = await loseAnswer(page, procedure)
    await press.click()
    lose()
    await expect(page.getByRole('alert').getByText('Kinora cannot be reached just now.')).toBeVisible()
    expect(await left(person)).toBe(0)
    await press.click()
    await expect(told(page).first()).toBeVisible()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(page.getByText('We could not find this.')).toBeHidden()
  })
}

for (const { name, procedure, begin, told, left } of deleting.filter((one) => one.name === 'a story')) {
  test(`a proxy that knows of no server has deleted nothing by that: ${name}`, async ({ page, person }) => {
    const press = await begin(page, person)
    const unknown = { status: 404, contentType: 'text/plain; charset=utf-8', body: '404 page not found' }
    await page.route(`**/rpc/${procedure}`, (route) => route.fulfill(unknown), { times: 1 })
    await press.click()
    await expect(page.getByRole('alert').getByText('Kinora cannot be reached just now.')).toBeVisible()
    expect(await left(person)).toBe(1)
    await press.click()
    await expect(told(page).first()).toBeVisible()
    expect(await left(person)).toBe(0)
  })
}

test('what went wrong with one question is not said in the next', async ({ page, person }) => {
  const vera = { id: newId(), firstName: 'Vera', lastName: 'Petrova', relationship: 'Parent' as const }
  await person.api.familyMembers.create(vera)
  await page.goto(`/app/family/${vera.id}`)
  const asked = page.getByRole('alertdialog')
  await page.route('**/rpc/familyMembers/delete', (route) => route.abort())
  await button(page, 'Remove').click()
  await sure(page, 'Remove').click()
  await expect(asked.getByRole('alert')).toBeVisible()
  await sure(page, 'Cancel').click()
  await expect(asked).toBeHidden()

  await button(page, 'Remove').click()

  await expect(asked).toContainText('This action cannot be undone.')
  await expect(asked.getByRole('alert')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('what is said of a failure lies over none of the buttons of the question', async ({
    page,
    person,
  }) => {
    const vera = { id: newId(), firstName: 'Vera', lastName: 'Petrova', relationship: 'Parent' as const }
    await person.api.familyMembers.create(vera)
    await page.goto(`/app/family/${vera.id}`)
    await page.route('**/rpc/familyMembers/delete', (route) => route.abort())
    await button(page, 'Remove').click()
    await sure(page, 'Remove').click()
    // All at the one look at which the message is there, because it goes after some seconds.
    let seen: ReturnType<typeof buttonsAndMessage> | undefined
    const isSaid = async () => {
      seen = await page.evaluate(buttonsAndMessage)
      return seen.isSaid
    }
    await expect.poll(isSaid).toBe(true)
    expect(seen).toEqual({ isSaid: true, buttons: ['Cancel', 'Remove'], covered: [] })
  })
})

/** Runs in the page: whether a message is said, wholly in the window, and which buttons of the question it lies over. */
function buttonsAndMessage() {
  const said = document.querySelector('[data-sonner-toast][data-mounted=true]')?.getBoundingClientRect()
  const isWhole = ({ left, right, top, bottom }: DOMRect) =>
    left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
  const buttons = [...document.querySelectorAll('[role=alertdialog] button')]
  const isCovered = (button: Element) => {
    const { top, bottom } = button.getBoundingClientRect()
    return said !== undefined && top < said.bottom && said.top < bottom
  }
  const named = (some: Element[]) => some.map((button) => button.textContent).toSorted()
  return {
    isSaid: said !== undefined && isWhole(said),
    buttons: named(buttons),
    covered: named(buttons.filter(isCovered)),
  }
}
