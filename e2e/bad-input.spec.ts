import { expect, type Locator, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Person } from './person.ts'
import { test } from './test.ts'

/*
 * Every form with invalid input: too much, nothing, or the wrong kind. The error is shown beside the field, the input stays, and
 * nothing is sent.
 */
test.use({ settings: { PLAN_DEFAULT: 'family' } })

type World = { page: Page; person: Person; storyId: string }
type Form = {
  /** Opens the form, and returns its fields and its button. */
  open: (world: World) => Promise<{ form: Locator | Page; send: Locator }>
  /** The label and the limit of each text field. */
  fields: [label: string | RegExp, max: number][]
  /** The procedures that would be called. */
  asks: string[]
}

const inDialog = async (page: Page, path: string, open: string | RegExp, send: string) => {
  await page.goto(path)
  await page.getByRole('button', { name: open }).first().click()
  const form = page.getByRole('dialog')
  return { form, send: form.getByRole('button', { name: send, exact: true }) }
}
/**
 * Sends a form and waits for its dialog to close: the result may be on the page earlier, and leaving then would ask whether to
 * discard the input.
 */
const sent = async ({ form, send }: { form: Locator; send: Locator }) => {
  await send.click()
  await expect(form).toBeHidden()
}
const prompt = (person: Person) =>
  person.api.prompts.create({ id: uuidv7(), text: 'What did Sundays smell like?' })

const forms: Record<string, Form> = {
  'a new story': {
    open: ({ page }) =>
      inDialog(page, '/app/stories', 'New Story', 'Record a Story Video or audio, with questions to ask'),
    fields: [
      ['Title', limits.title],
      [/Description/, limits.description],
    ],
    asks: ['stories/create'],
  },
  'a story': {
    open: ({ page, storyId }) => inDialog(page, `/app/stories/${storyId}`, 'Edit', 'Save'),
    fields: [
      ['Title', limits.title],
      [/Description/, limits.description],
    ],
    asks: ['stories/update'],
  },
  'the profile': {
    open: async ({ page }) => {
      await page.goto('/app/profile')
      return { form: page, send: page.getByRole('button', { name: 'Save', exact: true }) }
    },
    fields: [
      ['First name', limits.fullName],
      ['Last name', limits.fullName],
      [/Phone/, limits.shortText],
      [/Location/, limits.shortText],
      [/Bio/, limits.longText],
    ],
    asks: ['account/updateProfile'],
  },
  'a prompt': {
    open: ({ page }) => inDialog(page, '/app/prompts', 'Create Your First Prompt', 'Create Prompt'),
    fields: [['Question', limits.question]],
    asks: ['prompts/create'],
  },
  'a playlist': {
    open: async ({ page, person }) => {
      await prompt(person)
      const opened = await inDialog(page, '/app/prompts', 'Create Your First Playlist', 'Create Playlist')
      await opened.form.getByRole('button', { name: 'Add What did Sundays smell like?' }).click()
      return opened
    },
    fields: [
      ['Name', limits.playlistName],
      [/Description/, limits.playlistDescription],
    ],
    asks: ['prompts/createPlaylist'],
  },
  'a storybook': {
    open: async ({ page }) => {
      const opened = await inDialog(
        page,
        '/app/storybooks',
        'Create Your First Storybook',
        'Create Storybook',
      )
      await opened.form.getByRole('button', { name: 'Add The harbour dance' }).click()
      return opened
    },
    fields: [
      ['Title', limits.title],
      [/Description/, limits.description],
    ],
    asks: ['storybooks/create'],
  },
  'somebody of the family': {
    open: async ({ page }) => {
      const opened = await inDialog(page, '/app/family', 'Add Family Member', 'Add Family Member')
      await opened.form.getByLabel('First name').fill('Vera')
      await opened.form.getByLabel('Last name').fill('Petrova')
      return opened
    },
    fields: [
      ['First name', limits.speakerName],
      ['Last name', limits.speakerName],
      [/Born/, limits.shortText],
      [/Place of birth/, limits.shortText],
      [/Lives in/, limits.shortText],
      [/Phone/, limits.shortText],
      [/About them/, limits.longText],
    ],
    asks: ['familyMembers/create'],
  },
  'a question for a relative': {
    open: async ({ page, storyId }) => {
      const opened = await inDialog(page, `/app/stories/${storyId}`, 'Ask a relative', 'Make the link')
      await opened.form.getByLabel('Your question').fill('Who danced first?')
      return opened
    },
    fields: [
      ['Your question', limits.question],
      [/Who is it for/, limits.fullName],
    ],
    asks: ['recordingLinks/create'],
  },
  'the password of a public link': {
    open: async ({ page, storyId }) => {
      const opened = await inDialog(page, `/app/stories/${storyId}`, 'Share', 'Set password')
      await opened.form.getByRole('switch', { name: 'Public link' }).click()
      return opened
    },
    fields: [[/^Password/, limits.linkPassword]],
    asks: ['publicLinks/turnOn'],
  },
}

for (const [name, form] of Object.entries(forms)) {
  test(`a far too long text in ${name} is not cut but told, and nothing is sent of it`, async ({
    page,
    person,
  }) => {
    const storyId = uuidv7()
    await person.api.stories.create({ id: storyId, title: 'The harbour dance', method: 'journal' })
    const { form: fields, send } = await form.open({ page, person, storyId })
    const asked = procedures(page)

    for (const [label, max] of form.fields) {
      const field = fields.getByLabel(label, typeof label === 'string' ? { exact: true } : {}).first()
      const before = await field.inputValue()
      const length = Math.max(10_000, max + 1)
      await field.focus()
      await field.press('ControlOrMeta+a')
      // Pasted, so that any attempt of the page to limit typing takes effect as well.
      await page.keyboard.insertText('é'.repeat(length))
      await expect(fields.getByText(tooLong(max))).toBeVisible()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveValue('é'.repeat(length))
      if (await send.isEnabled()) {
        await send.click()
        await expect(field).toBeFocused()
      }

      await field.fill('é'.repeat(Math.floor(max / 2)))
      await expect(fields.getByText(/^No more than/)).toHaveCount(0)
      await field.fill(before)
    }
    expect(asked().filter((procedure) => form.asks.includes(procedure))).toEqual([])
  })
}

const hostile = 'שלום <img src=x onerror=alert(1)> 👩‍👩‍👧‍👦'

test('right-to-left text, emoji and pasted HTML are text like any other, wherever they are shown', async ({
  page,
  person,
}) => {
  page.on('dialog', (dialog) => {
    throw new Error(`a script ran: ${dialog.message()}`)
  })
  const storyId = uuidv7()
  await person.api.stories.create({ id: storyId, title: 'The harbour dance', method: 'journal' })

  const story = await inDialog(page, `/app/stories/${storyId}`, 'Edit', 'Save')
  await story.form.getByLabel('Title').fill(hostile)
  await sent(story)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile)
  await page.goto('/app/stories')
  await expect(page.getByRole('main').getByRole('link', { name: hostile })).toBeVisible()

  const question = await inDialog(page, '/app/prompts', 'Create Your First Prompt', 'Create Prompt')
  await question.form.getByLabel('Question').fill(hostile)
  await sent(question)
  await expect(page.getByText(hostile)).toBeVisible()

  const member = await inDialog(page, '/app/family', 'Add Family Member', 'Add Family Member')
  await member.form.getByLabel('First name').fill(hostile)
  await member.form.getByLabel('Last name').fill('سلمى')
  await member.send.click()
  // Said before the dialog closes, which waits for the tree, and gone after some seconds.
  await expect(page.getByText('Family member added!')).toBeVisible()
  await expect(member.form).toBeHidden()

  await page.goto('/app/profile')
  await page.getByLabel(/Location/).fill(hostile)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(/Location/)).toHaveValue(hostile)

  const book = await inDialog(page, '/app/storybooks', 'Create Your First Storybook', 'Create Storybook')
  await book.form.getByLabel('Title').fill(hostile)
  await book.form.getByRole('button', { name: `Add ${hostile}` }).click()
  await sent(book)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile)
  expect(await page.locator('img[src="x"]').count()).toBe(0)
})

test('somebody of the family needs both names, an address that is one, and a picture that is one', async ({
  page,
  person,
}) => {
  const { form, send } = await inDialog(page, '/app/family', 'Add Family Member', 'Add Family Member')
  const asked = procedures(page)
  await send.click()
  await expect(form.getByText('Please enter a first name')).toBeVisible()
  await expect(form.getByText('Please enter a last name')).toBeVisible()
  await expect(form.getByLabel('First name')).toBeFocused()
  await form.getByLabel('First name').fill(' Vera ')
  await form.getByLabel('Last name').fill(' Petrova ')
  await expect(form.getByText(/^Please enter/)).toHaveCount(0)
  await form.getByLabel(/Email/).fill('by the church')
  await send.click()
  await expect(form.getByText('Please enter a valid email address')).toBeVisible()
  await expect(form.getByLabel(/Email/)).toBeFocused()
  expect(asked()).not.toContain('familyMembers/create')
  await form.getByLabel(/Email/).fill('vera@family.example')
  await send.click()
  await expect(page.getByText('Family member added!')).toBeVisible()

  const vera = (await person.api.familyMembers.list({})).items.find(({ firstName }) => firstName === 'Vera')
  expect(vera).toMatchObject({ lastName: 'Petrova', email: 'vera@family.example', bio: '', phone: '' })
  await page.goto(`/app/family/${vera?.id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const portrait = form.getByLabel('Portrait')
  await portrait.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(form.getByRole('alert')).toContainText('This is not a picture that Kinora can read.')
  await portrait.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10_000_001) })
  await expect(form.getByRole('alert')).toContainText('This picture is larger than 10 MB.')
  expect((await person.api.familyMembers.get({ id: vera?.id ?? '' })).portrait).toBeNull()
})

test('sharing needs an address, and what is none is not looked for', async ({ page, person }) => {
  const storyId = uuidv7()
  await person.api.stories.create({ id: storyId, title: 'The harbour dance', method: 'journal' })
  await page.goto(`/app/sharing-options?type=story&id=${storyId}`)
  const asked = procedures(page)
  for (const typed of ['', 'aunt', 'aunt@', 'aunt@family', `${'a'.repeat(10_000)}@family.example`]) {
    await page.getByLabel('Email').fill(typed)
    await page.getByRole('button', { name: 'Give access' }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused()
  }
  expect(asked()).not.toContain('sharing/share')
})

test('what is wrong at the door is said beside its field, and the first of it in the toast', async ({
  page,
}) => {
  await page.goto('/login')
  const said = page.locator('[data-sonner-toast]')
  const tries = [
    ['nobody', '123', 'Please enter a valid email address'],
    [`${'a'.repeat(10_000)}@family.example`, 'a good password', 'Please enter a valid email address'],
    [' ana@family.example ', '12345', 'Password must be at least 6 characters'],
  ] as const
  for (const [email, password, sentence] of tries) {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    // At one look, because a message goes after some seconds.
    await expect(said.first()).toHaveText(new RegExp(`^Validation Error\\s*${sentence}$`))
    if (email !== 'nobody') continue
    await expect(page.getByText(sentence)).toHaveCount(2)
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(sentence)
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  }
})

/** The procedures that the page has called since. */
function procedures(page: Page): () => string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/rpc\/([\w/]+)/.exec(request.url()) ?? []
    if (name) asked.push(name)
  })
  return () => asked
}

/** The first and the last name of a profile share one limit, so the number in the message is not the length of one of them. */
function tooLong(max: number): RegExp {
  return new RegExp(
    `^No more than ${max.toLocaleString('en-US')} characters fit here, and there are [12]0,\\d{3}\\.`,
  )
}
