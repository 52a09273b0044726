import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { accessibilityFindings } from './accessibility.ts'
import { appCode } from './authenticator.ts'
import { holdAnswer } from './hold-answer.ts'
import { loseAnswer } from './lose-answer.ts'
import { type Person, signInHere, signUp } from './person.ts'
import type { TestServer } from './server.ts'
import { test as base } from './test.ts'

/** Signed in once and not on every page load, because the session is to end. */
const test = base.extend({
  person: async ({ server, page }, use) => {
    const person = await signUp(server.origin)
    await page.goto('/robots.txt')
    await page.evaluate(
      (session) => localStorage.setItem('kinora.auth', session),
      JSON.stringify(person.session),
    )
    await use(person)
  },
})

// With all transitions, so that presses and answers arrive in the middle of them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const told = (page: Page) => page.getByRole('alertdialog', { name: 'You have been signed out' })

/** Ends the session as a log-out on another device does; a page notices when it comes to the front again. */
async function endElsewhere(page: Page, server: TestServer, { token }: Person): Promise<void> {
  const ended = await fetch(`${server.origin}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(ended.status).toBe(204)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

async function logIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

async function beginToWrite(page: Page, person: Person): Promise<string> {
  const id = newId()
  await person.api.stories.create({ id, title: 'The mill', method: 'journal' })
  await page.goto(`/app/stories/${id}`)
  await button(page, 'Edit').click()
  await page.getByRole('dialog').getByLabel('Description').fill('Behind it the river was deep.')
  return id
}

/** Presses Escape at the very moment at which the page learns of it, as by a person who was about to close the dialog below. */
const pressEscapeAtOnce = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const watching = new MutationObserver(() => {
      if (document.querySelector('[role=alertdialog]') === null) return
      watching.disconnect()
      const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(pressed)
    })
    watching.observe(document.body, { childList: true, subtree: true })
  })

/** Switches the second step on in another session, as on another device. Returns the secret of the authenticator app. */
async function switchOnSecondStep({ origin }: TestServer, { email, password }: Person): Promise<string> {
  const ask = async (path: string, body: object, token = '') => {
    const answer = await fetch(`${origin}/auth/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    expect(answer.status, path).toBe(200)
    return answer.json()
  }
  const { access_token: token } = await ask('/token?grant_type=password', { email, password })
  const { id, totp } = await ask('/factors', { factor_type: 'totp', friendly_name: 'app' }, token)
  const challenge = await ask(`/factors/${id}/challenge`, {}, token)
  await ask(`/factors/${id}/verify`, { challenge_id: challenge.id, code: appCode(totp.secret) }, token)
  return totp.secret
}

test('where the second step was switched on elsewhere, whoever writes is told of each step of the way back, and goes on', async ({
  page,
  context,
  person,
  server,
}) => {
  await beginToWrite(page, person)
  const secret = await switchOnSecondStep(server, person)
  // Other sessions end with it.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  const opened = context.waitForEvent('page')
  await told(page).getByRole('link', { name: 'Log in again' }).click()
  const tab = await opened
  await logIn(tab, person)
  const code = tab.getByRole('textbox', { name: /code/i })
  await code.waitFor()
  const asked = page.getByRole('alertdialog', { name: 'One more step' })
  await expect(asked.getByRole('link', { name: 'Take this step' })).toBeVisible()

  await code.fill(appCode(secret, 1))
  await expect(tab.getByText('Stories Recorded')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('dialog').getByLabel('Description')).toHaveValue(
    'Behind it the river was deep.',
  )
})

test('who is signed out elsewhere while writing logs in again in a new tab, and goes on with every word', async ({
  page,
  context,
  person,
  server,
}) => {
  const id = await beginToWrite(page, person)
  await pressEscapeAtOnce(page)
  await endElsewhere(page, server, person)
  await expect(told(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(told(page)).toBeVisible()
  await expect.poll(() => accessibilityFindings(page)).toEqual([])
  // Not even with the browser's developer tools can the next person at the screen read anything of it.
  expect(await everythingIn(page)).not.toMatch(/the mill|the river/i)

  const opened = context.waitForEvent('page')
  await told(page).getByRole('link', { name: 'Log in again' }).click()
  const tab = await opened
  await logIn(tab, person)
  await expect(tab.getByText('Stories Recorded')).toBeVisible()

  await expect(told(page)).toBeHidden()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Description')).toHaveValue('Behind it the river was deep.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Behind it the river was deep.')).toBeVisible()
  expect((await person.api.stories.get({ id })).description).toBe('Behind it the river was deep.')
})

test('who was signed out elsewhere may give up what they wrote; another account sees nothing of it', async ({
  page,
  person,
  server,
}) => {
  await beginToWrite(page, person)
  await endElsewhere(page, server, person)
  await button(page, 'Give up what I wrote').click()
  const other = await signUp(server.origin)
  await logIn(page, other)
  await expect(page.getByText('Stories Recorded')).toBeVisible()
  await expect(page.getByText('The mill')).toHaveCount(0)
})

test('who is signed out elsewhere with nothing begun comes to the log-in, and not to the sign-up', async ({
  page,
  person,
  server,
}) => {
  await page.goto('/app/stories')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stories')
  await endElsewhere(page, server, person)
  await logIn(page, person)
  await expect(page.getByText('Stories Recorded')).toBeVisible()
})

test('who signs in after somebody else was signed out sees nothing of what that one had read', async ({
  page,
  person,
  server,
}) => {
  await person.api.stories.create({ id: newId(), title: 'The mill', method: 'journal' })
  await page.goto('/app/stories')
  await expect(page.getByRole('link', { name: 'The mill' })).toBeVisible()
  await endElsewhere(page, server, person)
  await logIn(page, await signUp(server.origin))
  await expect(page.getByText('Stories Recorded')).toBeVisible()
  const answer = await holdAnswer(page, 'stories/list')
  await page.getByRole('link', { name: 'Stories', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stories')
  await expect(page.getByText('The mill')).toHaveCount(0)
  await answer()
})

test('who signs in after somebody whose tab began in the studio sees nothing of what that one had read there', async ({
  page,
  person,
  server,
}) => {
  await person.api.prompts.create({
    id: newId(),
    text: 'Where did you hide the letters?',
  })
  const all = async () => {
    await button(page, 'Continue on This Device').click()
    await page.getByRole('tab', { name: 'Prompts' }).click()
  }
  const own = page.getByText('Where did you hide the letters?')
  await page.goto('/app/studio?title=The+mill&mode=journal')
  await all()
  await expect(own.first()).toBeVisible()

  await endElsewhere(page, server, person)
  await button(page, 'End').click()
  await button(page, 'End Session').click()
  await logIn(page, await signUp(server.origin))
  await expect(page.getByText('Stories Recorded')).toBeVisible()
  const answer = await holdAnswer(page, 'prompts/list')
  await goInside(page, '/app/studio?title=The+bridge&mode=journal')
  await all()
  await expect(own).toHaveCount(0)
  await answer()
})

test('files that somebody was sending from a studio in which their tab began stop when another signs in', async ({
  page,
  person,
  server,
}) => {
  await page.route('**/media/uploads/**', () => undefined)
  await page.goto('/app/studio?title=The+attic&mode=upload')
  await button(page, 'Continue on This Device').click()
  const buffer = Buffer.from('%PDF-1.4\nstartxref\n9\n%%EOF')
  await page.setInputFiles('input[type=file]', { name: 'deed.pdf', mimeType: 'application/pdf', buffer })
  await expect(button(page, 'Pause deed.pdf')).toBeVisible()

  await endElsewhere(page, server, person)
  await button(page, 'End').click()
  await button(page, 'End Session').click()
  await logIn(page, await signUp(server.origin))
  await expect(page.getByText('Stories Recorded')).toBeVisible()
  await logOut(page)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('who logs out with something begun is asked, and then logged out', async ({ page, person }) => {
  const storyId = newId()
  await person.api.stories.create({ id: storyId, title: 'The mill', method: 'journal' })
  await person.api.comments.add({ storyId, id: newId(), text: 'So did I' })
  await page.goto(`/app/stories/${storyId}?tab=comments`)
  await button(page, 'Edit your comment').click()
  await page.getByLabel('Edit your comment').fill('So did we')
  await logOut(page)
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('is not saved, and would be lost')
  await expect.poll(() => accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByLabel('Edit your comment')).toHaveValue('So did we')

  await logOut(page)
  await button(page, 'Log out all the same').click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(told(page)).toBeHidden()
})

test('who logs out while a file is on its way is told, and is logged out at once when it has arrived', async ({
  page,
  person,
}) => {
  const id = newId()
  await person.api.stories.create({ id, title: 'The attic', method: 'upload' })
  await page.goto(`/app/stories/${id}/upload`)
  const held = Promise.withResolvers<void>()
  await page.route('**/media/uploads/**', async (route) => {
    await held.promise
    await route.continue()
  })
  const buffer = Buffer.from('%PDF-1.4\nstartxref\n9\n%%EOF')
  await page.setInputFiles('input[type=file]', { name: 'deed.pdf', mimeType: 'application/pdf', buffer })
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await logOut(page)
  await expect(page.getByRole('alertdialog')).toContainText('On the way, and stopped by it: 1 file.')
  await button(page, 'Stay logged in').click()
  await expect(page.getByRole('alertdialog')).toBeHidden()

  held.resolve()
  await expect(page.getByText('deed.pdf uploaded successfully')).toBeVisible()
  await logOut(page)
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('who logs out while a file is paused is told that it is not there yet', async ({ page, person }) => {
  const id = newId()
  await person.api.stories.create({ id, title: 'The attic', method: 'upload' })
  await page.goto(`/app/stories/${id}/upload`)
  await page.route('**/media/uploads/**', () => undefined)
  const buffer = Buffer.from('%PDF-1.4\nstartxref\n9\n%%EOF')
  await page.setInputFiles('input[type=file]', { name: 'deed.pdf', mimeType: 'application/pdf', buffer })
  await button(page, 'Pause deed.pdf').click()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await logOut(page)
  await expect(page.getByRole('alertdialog')).toContainText('On the way, and stopped by it: 1 file.')
})

test('what somebody has begun to say is there for them, and not for who logs in after them', async ({
  page,
  person,
  server,
}) => {
  const resourceId = newId()
  await person.api.stories.create({ id: resourceId, title: 'The mill', method: 'journal' })
  const other = await signUp(server.origin)
  const shared = { resourceType: 'story', resourceId } as const
  await person.api.sharing.share({ ...shared, email: other.email, role: 'viewer' })
  const comments = `/app/stories/${resourceId}?tab=comments`
  const box = page.getByLabel('Add a comment')
  await page.goto(comments)
  await box.fill('Between us, he never')
  await page.reload()
  await expect(box).toHaveValue('Between us, he never')

  await logOut(page)
  await logIn(page, other)
  await expect(page.getByText('Stories Recorded')).toBeVisible()
  await page.goto(comments)
  await expect(box).toHaveValue('')
})

test('the next person on this device adds the same words as a comment of their own, after an answer that was lost', async ({
  page,
  person,
  server,
}) => {
  const resourceId = newId()
  await person.api.stories.create({ id: resourceId, title: 'The mill', method: 'journal' })
  const other = await signUp(server.origin)
  const shared = { resourceType: 'story', resourceId } as const
  await person.api.sharing.share({ ...shared, email: other.email, role: 'viewer' })
  const texts = async () =>
    (await person.api.comments.list({ storyId: resourceId })).items.map(({ text }) => text)
  const say = async () => {
    await page.getByLabel('Add a comment').fill('So did we')
    await button(page, 'Add Comment').click()
  }
  await page.goto(`/app/stories/${resourceId}?tab=comments`)
  const lost = await loseAnswer(page, 'comments/add')
  await say()
  lost()
  await expect(page.getByRole('main').getByText('Kinora cannot be reached just now.')).toBeVisible()
  await page.getByLabel('Add a comment').fill('')

  // Without a reload, which would forget what the page knows of the first person.
  await logOut(page)
  await logIn(page, other)
  await page.getByRole('main').getByRole('link', { name: 'Shared with me 1 story' }).click()
  await page.getByRole('link', { name: 'The mill' }).click()
  await page.getByRole('tab', { name: 'Comments' }).click()
  await say()
  await expect.poll(texts).toEqual(['So did we', 'So did we'])
})

test('what somebody was sending stops when they log out, and the next person sees nothing of it', async ({
  page,
  person: _,
  server,
}) => {
  await page.route('**/media/imports/**', () => undefined)
  await page.goto('/app/settings')
  const archive = { name: 'family.zip', mimeType: 'application/zip', buffer: Buffer.alloc(2_000_000, 'PK') }
  await page.getByLabel('Archive to bring in').setInputFiles(archive)
  await expect(page.getByText('family.zip is being sent')).toBeVisible()
  await logOut(page)
  await expect(page.getByRole('alertdialog')).toContainText('On the way, and stopped by it: an archive.')
  await button(page, 'Log out all the same').click()

  await logIn(page, await signUp(server.origin))
  await expect(page.getByText('Stories Recorded')).toBeVisible()
  await page.getByRole('button', { name: 'Your menu' }).first().click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page.getByRole('button', { name: 'Choose an archive' })).toBeEnabled()
  await expect(page.getByText('family.zip')).toHaveCount(0)
})

test('a session goes on when its access token is refused while the refresh token is good', async ({
  page,
  server,
}) => {
  const person = await signUp(server.origin)
  await signInHere(page.context(), { ...person, session: { ...person.session, access_token: 'worn out' } })

  await page.goto('/app')

  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => window.localStorage.getItem('kinora.auth') ?? ''))
    .not.toContain('worn out')
  expect(new URL(page.url()).pathname).toBe('/app')
})

test('a session that was ended elsewhere leads to the log-in page', async ({ page, server }) => {
  const person = await signUp(server.origin)
  await signInHere(page.context(), { ...person, session: { ...person.session, access_token: 'worn out' } })
  await fetch(`${server.origin}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
  })

  await page.goto('/app')

  await page.waitForURL('**/login**')
})

test('logging out ends the session in every tab at once', async ({ page, context, person: _ }) => {
  await page.goto('/app')
  const other = await context.newPage()
  await other.goto('/app/stories')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

  await logOut(page)

  await page.waitForURL('**/login**')
  await other.waitForURL('**/login**')
})

test('a session on this device ends also when the service cannot be reached', async ({ page, person: _ }) => {
  await page.goto('/app')
  await page.route('**/auth/v1/**', (route) => route.abort())

  await logOut(page)

  await page.waitForURL('**/login**')
  expect(await page.evaluate(() => window.localStorage.getItem('kinora.auth'))).toBeNull()
})

test('who logs out on a line that has gone silent reads at once that it is happening, and is logged out within seconds', async ({
  page,
  person: _,
}) => {
  await page.goto('/app')
  const asked: string[] = []
  await page.route('**/auth/v1/logout**', (route) => {
    asked.push(new URL(route.request().url()).search)
  })
  await page.clock.install()
  await page.getByRole('button', { name: 'Your menu' }).first().click()
  const out = page.getByRole('menuitem', { name: 'Log Out' })
  await out.waitFor()
  // The page waits four seconds for an answer: they pass only once it was seen what it says meanwhile.
  await page.clock.pauseAt(Date.now() + 60_000)

  await out.click()

  await expect(page.getByText('Logging you out')).toBeVisible()
  await expect.poll(() => asked).toEqual(['?scope=global'])
  await page.clock.runFor(5_000)
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(await page.evaluate(() => window.localStorage.getItem('kinora.auth'))).toBeNull()
  expect(asked).toEqual(['?scope=global'])
})

test('a session is not given up while the service that would renew it is away', async ({ page, server }) => {
  const person = await signUp(server.origin)
  const past = Math.floor(Date.now() / 1000) - 60
  await signInHere(page.context(), { ...person, session: { ...person.session, expires_at: past } })
  await page.route('**/auth/v1/**', (route) => route.abort())

  await page.goto('/app')

  await expect(page.getByText('Kinora cannot be reached')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/app')
  await page.unroute('**/auth/v1/**')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

/** All text of the document, including its fields and its title. */
const everythingIn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
    return [document.documentElement.outerHTML, ...fields.map(({ value }) => value)].join('\n')
  })

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your menu' }).first().click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
}

/** Goes to another address without loading the page anew. */
const goInside = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => window.history.pushState(null, '', to), address)
