import { expect, type Locator, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { chooseFromMenu } from './choose-from-menu.ts'
import { makeFilm } from './film.ts'
import { openStudioAt } from './open-studio.ts'
import { openUpload, uploadRow } from './open-upload.ts'
import { test } from './test.ts'
import { upgradeByTestCard } from './test-card.ts'
import { unheardServer } from './unheard-server.ts'

// With all transitions, so that presses and answers arrive in the middle of them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Makes one procedure fail with a server error. */
const breaks = (page: Page, procedure: string) =>
  page.route(`**/rpc/${procedure}`, (route) => route.fulfill({ status: 500, json: {} }))
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text })

async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('a story that cannot be made, changed or deleted is told of, and nothing is lost', async ({
  page,
  person,
}) => {
  await breaks(page, 'stories/create')
  await page.goto('/app/stories?new=upload')
  await page.getByLabel('Title').fill('The mill')
  await page.getByRole('button', { name: 'Upload a File' }).click()
  await expect(toast(page, 'Failed to add story')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('The mill')
  await page.unroute('**/rpc/stories/create')
  await page.getByRole('button', { name: 'Upload a File' }).click()
  await expect(toast(page, 'Story added successfully')).toBeVisible()

  const [story] = (await person.api.stories.list({})).items
  await breaks(page, 'stories/update')
  await breaks(page, 'stories/delete')
  await page.goto(`/app/stories/${story?.id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Title').fill('The old mill')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Failed to update story')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('The old mill')
  await page.unroute('**/rpc/stories/update')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Story updated successfully')).toBeVisible()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Failed to delete story')).toBeVisible()
  await page.unroute('**/rpc/stories/delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Story deleted successfully')).toBeVisible()
})

test('a message that cannot be drawn without a network takes nothing else away, and the next one is drawn', async ({
  page,
  context,
  person: _,
}) => {
  await page.goto('/app/stories?new=upload')
  await page.getByLabel('Title').fill('The mill')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Upload a File' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('cannot be reached')
  await expect(page.getByLabel('Title')).toHaveValue('The mill')

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Upload a File' }).click()
  await expect(toast(page, 'Story added successfully')).toBeVisible()
})

/** Retries a failed load with the button beside the message, on a page that hears of no change, for such a page retries by itself. */
async function tryAgain(page: Page, within: Locator, procedure: string): Promise<void> {
  await expect(within.getByRole('alert')).toContainText('Something went wrong on our side')
  await page.unroute(`**/rpc/${procedure}`)
  await within.getByRole('button', { name: 'Try again' }).click()
  await expect(within.getByRole('alert')).toHaveCount(0)
}

test('what could not be loaded in the studio or in a dialog is loaded from there when somebody tries again', async ({
  page,
  person,
}) => {
  const id = newId()
  await person.api.stories.create({ id, title: 'The mill', method: 'journal' })
  const prompt = await person.api.prompts.create({ id: newId(), text: 'Who taught you to whistle?' })
  await person.api.prompts.createPlaylist({ id: newId(), name: 'The kitchen', promptIds: [prompt.id] })
  const dialog = page.getByRole('dialog')
  await unheardServer(page, person)

  await breaks(page, 'recordingLinks/list')
  await page.goto(`/app/stories/${id}`)
  await page.getByRole('button', { name: 'Ask a relative' }).click()
  await tryAgain(page, dialog, 'recordingLinks/list')

  await breaks(page, 'prompts/playlists')
  await page.goto('/app/prompts')
  await chooseFromMenu(page, 'Who taught you to whistle?', 'Add to Playlist')
  await tryAgain(page, dialog, 'prompts/playlists')
  await expect(dialog.getByRole('button', { name: /The kitchen/ })).toBeVisible()

  await breaks(page, 'prompts/list')
  await openStudioAt(page, 'The mill', 'recording')
  const own = page.locator('details').filter({ hasText: 'My Custom Prompts' })
  await tryAgain(page, own, 'prompts/list')
  await expect(own.getByRole('button', { name: 'Who taught you to whistle?' })).toBeVisible()
})

for (const [path, procedure, text] of [
  ['/app/stories', 'stories/list', 'Failed to load stories'],
  ['/app/storybooks', 'storybooks/list', 'Failed to load storybooks'],
  ['/app/prompts', 'prompts/list', 'Failed to load prompts and playlists'],
] as const) {
  test(`“${text}” is said where that is so`, async ({ page, person: _ }) => {
    await breaks(page, procedure)
    await page.goto(path)
    await expect(toast(page, text)).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: /again/i }).first()).toBeVisible()
  })
}

test('figures that cannot be had are told of at home, and asked for again', async ({ page, person }) => {
  await person.api.stories.create({ id: newId(), title: 'The mill', method: 'journal' })
  await unheardServer(page, person)
  await page.route('**/rpc/account/dashboard', (route) => route.abort('connectionrefused'))
  await page.goto('/app')
  await expect(page.getByText('The figures could not be loaded')).toBeVisible()
  await page.unroute('**/rpc/account/dashboard')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('definition').first()).toHaveText('1')
  await expect(page.getByText('The figures could not be loaded')).toBeHidden()
})

/** Each of these says in its place that it could not be loaded, and shows `shown` afterwards. */
const unread = [
  { at: '/app', procedure: 'stories/list', told: 'Try again', shown: 'The mill' },
  {
    at: '/app/reminisce',
    procedure: 'stories/list',
    told: 'The recap could not be loaded',
    shown: 'The mill',
  },
  {
    at: 'person',
    procedure: 'family/tree',
    told: 'Their family could not be loaded',
    shown: 'No lines yet.',
  },
  {
    at: 'story',
    procedure: 'publicLinks/get',
    told: 'Try again',
    shown: 'Off: only you',
    press: 'Share',
  },
] as const

test('what cannot be read is told in its place, not shown as if there were nothing, and asked for again', async ({
  page,
  person,
}) => {
  const { id: story } = await person.api.stories.create({ id: newId(), title: 'The mill', method: 'journal' })
  const { id: vera } = await person.api.familyMembers.create({
    id: newId(),
    firstName: 'Vera',
    lastName: 'Petrova',
    relationship: 'Other',
  })
  // Without the live stream, because a page that learns of a change, or of a gap, reads anew by itself.
  await unheardServer(page, person)
  const paths: Record<string, string> = { story: `/app/stories/${story}`, person: `/app/family/${vera}` }
  for (const { at, procedure, told, shown, ...more } of unread) {
    // A permanent failure, after which the page does not retry.
    await page.route(`**/rpc/${procedure}`, (route) => route.fulfill({ status: 400, json: {} }))
    await page.goto(paths[at] ?? at)
    if ('press' in more) await page.getByRole('button', { name: more.press, exact: true }).click()
    const failure = page.getByRole('alert').filter({ hasText: told })
    await expect(failure).toBeVisible()
    await expect(page.getByText(shown)).toHaveCount(0)
    await page.unroute(`**/rpc/${procedure}`)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(shown).first()).toBeVisible()
    await expect(failure).toBeHidden()
  }
})

test('what is shown stays when it cannot be read anew', async ({ page, person }) => {
  const id = newId()
  await person.api.stories.create({ id, title: 'The mill', method: 'journal' })
  await page.goto('/app')
  const latest = page.getByRole('region', { name: 'Latest stories' })
  await expect(latest.getByRole('link', { name: 'The mill' })).toBeVisible()
  await latest.evaluate((section) => section.setAttribute('data-first-drawn', ''))
  const refused = page.waitForResponse(
    (answer) => answer.url().endsWith('/rpc/stories/list') && answer.status() === 400,
  )
  await page.route('**/rpc/stories/list', (route) => route.fulfill({ status: 400, json: {} }))
  await person.api.stories.update({ id, title: 'The water mill' })
  await refused
  await page.unroute('**/rpc/stories/list')
  await person.api.stories.update({ id, title: 'The old mill' })
  await expect(latest.getByRole('link', { name: 'The old mill' })).toBeVisible()
  await expect(latest).toHaveAttribute('data-first-drawn')
})

test('prompts and playlists that cannot be made or deleted are told of', async ({ page, person }) => {
  const { id } = await person.api.prompts.create({ id: newId(), text: 'Who came to lunch?' })
  await person.api.prompts.createPlaylist({ id: newId(), name: 'Sundays', promptIds: [id] })
  const broken = [
    'create',
    'delete',
    'update',
    'createPlaylist',
    'deletePlaylist',
    'updatePlaylist',
    'copyPlaylist',
  ]
  for (const name of broken) await breaks(page, `prompts/${name}`)
  await page.goto('/app/prompts')
  const menu = async (of: string, item: string) => {
    await page.getByRole('button', { name: `More for “${of}”` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const confirm = () => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const cancel = () => page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await menu('Who came to lunch?', 'Delete')
  await confirm()
  await expect(toast(page, 'Failed to delete prompt')).toBeVisible()
  await cancel()
  await menu('Sundays', 'Delete')
  await confirm()
  await expect(toast(page, 'Failed to delete playlist')).toBeVisible()
  await cancel()
  await menu('Sundays', 'Copy')
  await expect(toast(page, 'Failed to copy playlist')).toBeVisible()

  const dialog = page.getByRole('dialog')
  await menu('Who came to lunch?', 'Edit')
  await dialog.getByLabel('Question').fill('Who came to dinner?')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Failed to update prompt')).toBeVisible()
  await expect(dialog.getByLabel('Question')).toHaveValue('Who came to dinner?')
  await leave(page)
  await menu('Sundays', 'Edit')
  await dialog.getByLabel('Name').fill('Sundays and feasts')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Failed to update playlist')).toBeVisible()
  await leave(page)

  await page.getByRole('button', { name: 'New Prompt' }).click()
  await dialog.getByLabel('Question').fill('Who said grace?')
  await dialog.getByRole('button', { name: 'Create Prompt' }).click()
  await expect(toast(page, 'Failed to add prompt')).toBeVisible()
  await expect(dialog.getByLabel('Question')).toHaveValue('Who said grace?')
  await leave(page)
  await page.getByRole('button', { name: 'New Playlist' }).click()
  await dialog.getByLabel('Name').fill('Feasts')
  await dialog.getByRole('button', { name: 'Add Who came to lunch?' }).click()
  await dialog.getByRole('button', { name: 'Create Playlist' }).click()
  await expect(toast(page, 'Failed to add playlist')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Feasts')
})

test('a person who cannot be added, changed, removed or shown is told of', async ({ page, person }) => {
  await breaks(page, 'familyMembers/create')
  await page.goto('/app/family')
  await page.getByRole('button', { name: 'Add Family Member' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Vera')
  await dialog.getByLabel('Last name').fill('Petrova')
  await dialog.getByRole('button', { name: 'Add Family Member' }).click()
  await expect(toast(page, 'Failed to add family member')).toBeVisible()
  await expect(dialog.getByLabel('First name')).toHaveValue('Vera')
  await page.unroute('**/rpc/familyMembers/create')
  await dialog.getByRole('button', { name: 'Add Family Member' }).click()
  await expect(dialog).toBeHidden()

  const vera = (await person.api.familyMembers.list({})).items.find(({ firstName }) => firstName === 'Vera')
  for (const name of ['update', 'delete']) await breaks(page, `familyMembers/${name}`)
  await page.goto(`/app/family/${vera?.id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('About them').fill('She danced at the harbour.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Failed to update family member')).toBeVisible()
  await expect(dialog.getByLabel('About them')).toHaveValue('She danced at the harbour.')
  await leave(page)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const asked = page.getByRole('alertdialog')
  await expect(asked.getByRole('heading')).toHaveText('Remove Family Member?')
  await expect(asked).toContainText('This action cannot be undone.')
  await asked.getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Failed to delete family member')).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Vera Petrova' })).toBeVisible()

  await unheardServer(page, person)
  await breaks(page, 'family/tree')
  await page.goto('/app/family')
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to load family members' })
  await expect(failed).toBeVisible()
  await page.unroute('**/rpc/family/tree')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main')).toContainText('Vera')
})

test('a plan that cannot be changed is told of, and the card stands there still', async ({
  page,
  person: _,
}) => {
  await breaks(page, 'billing/upgrade')
  await page.goto('/app/billing')
  await page.getByRole('button', { name: 'Upgrade to Family Plan' }).click()
  const form = page.getByRole('dialog', { name: 'Upgrade to Family Plan' })
  await upgradeByTestCard(form)
  await expect(toast(page, 'Failed to upgrade plan')).toBeVisible()
  await expect(form.getByLabel('Cardholder name')).toHaveValue('Ana Petrova')
})

test('what is pressed is pressed, also when a message slides over it meanwhile', async ({ page, person }) => {
  await openUpload(page, person)
  const film = { name: 'film.webm', mimeType: 'video/webm', buffer: await makeFilm(page, 1) }
  await page.setInputFiles('input[type=file]', film)
  await expect(uploadRow(page, 'film.webm')).toContainText('Safe on the server')
  // The toast may appear after the row's text; wait until it has appeared and gone.
  await expect(toast(page, 'film.webm uploaded successfully')).toBeVisible()
  await expect(toast(page, 'film.webm uploaded successfully')).toHaveCount(0, { timeout: 15_000 })

  let release = () => undefined as unknown
  await page.route('**/media/uploads/**', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.continue()
  })
  const asked = page.waitForRequest((request) => request.method() === 'PATCH')
  const noPicture = { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') }
  await page.setInputFiles('input[type=file]', noPicture)
  await asked

  const cross = page.getByRole('button', { name: 'Take film.webm off this list' })
  // So low a window that the toast can only lie over the row.
  await page.setViewportSize({ width: 1280, height: 120 })
  await cross.evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const box = await cross.boundingBox()
  if (box === null) throw new Error('The cross is not to be seen.')
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(point.x, point.y)
  await page.mouse.down()
  release()
  const message = toast(page, 'holiday.jpg is not a supported file type')
  await expect.poll(async () => lies(await message.boundingBox(), point)).toBe(true)
  await page.mouse.up()
  await expect(uploadRow(page, 'film.webm')).toHaveCount(0)

  // The toast takes presses itself: its cross works, and nothing below it is pressed through it.
  await expect(message).toHaveCSS('pointer-events', 'auto')
  await message.getByRole('button').click()
  await expect(message).toHaveCount(0)
})

test('a message that the mouse rests on goes in the end, for what is wanted may lie below it', async ({
  page,
  person: _,
}) => {
  await breaks(page, 'account/updateProfile')
  await page.goto('/app/profile')
  await page.getByLabel('First name').fill('Ana')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const message = toast(page, 'Failed to update profile')
  await message.hover()
  await expect(message).toHaveCount(0, { timeout: 25_000 })
})

test('a message that comes while the machine stands still is there to be read afterwards', async ({
  page,
  person: _,
}) => {
  await breaks(page, 'account/updateProfile')
  await page.goto('/app/profile')
  await page.getByLabel('First name').fill('Ana')
  await page.evaluate(standStillAtMessage)
  await page.getByRole('button', { name: 'Save', exact: true }).click()

  // Not counted in seconds, of which the machine may lose more: four seconds are sixteen of these.
  const quarters = () => page.evaluate(() => Number(document.body.dataset.quarters))
  await expect.poll(quarters, { timeout: 25_000 }).toBeGreaterThan(8)
})

/** Runs in the page: keeps it busy for five seconds once a message is there, and counts the quarters of a second until it is gone. */
function standStillAtMessage(): void {
  let quarters = 0
  const count = () => {
    quarters += 1
    if (document.querySelector('[data-sonner-toast]')) setTimeout(count, 250)
    else document.body.dataset.quarters = String(quarters)
  }
  const standStill = () => {
    const until = performance.now() + 5_000
    while (performance.now() < until);
    setTimeout(count, 250)
  }
  new MutationObserver((_, watching) => {
    if (!document.querySelector('[data-sonner-toast]')) return
    watching.disconnect()
    requestAnimationFrame(() => setTimeout(standStill))
  }).observe(document, { childList: true, subtree: true })
}

const lies = (
  box: { x: number; y: number; width: number; height: number } | null,
  { x, y }: { x: number; y: number },
): boolean => box !== null && x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height

test('what fails at a press is told beside it as well, and stays when the message has gone', async ({
  page,
  person,
}) => {
  await breaks(page, 'prompts/copyPlaylist')
  await page.goto('/app/prompts?tab=explore')
  const list = page.getByRole('article').filter({ hasText: 'Official' }).first()
  await list.getByRole('button', { name: 'Add to My Playlists' }).click()
  await expect(list.getByRole('alert')).toContainText('Something')
  await list.getByRole('link').click()
  await page.getByRole('link', { name: 'Back to Prompts' }).waitFor()
  await page.getByRole('button', { name: 'Add to My Playlists' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Something')

  await person.api.prompts.create({ id: newId(), text: 'Who came to lunch?' })
  await breaks(page, 'community/publish')
  await page.goto('/app/prompts')
  const card = page.getByRole('article').filter({ hasText: 'Who came to lunch?' })
  await card.getByRole('button', { name: 'More for “Who came to lunch?”' }).click()
  await page.getByRole('menuitem', { name: 'Publish to Community' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(card.getByRole('alert')).toContainText('Something')

  const [fromId = '', toId = ''] = await Promise.all(
    ['Vera', 'Boris'].map(
      async (firstName) =>
        (await person.api.familyMembers.create({ id: newId(), firstName, lastName: 'Petrenko' })).id,
    ),
  )
  await person.api.family.connect({ id: newId(), fromId, toId, type: 'partner', kind: 'married' })
  await breaks(page, 'family/disconnect')
  await page.goto(`/app/family/${fromId}`)
  await page.getByRole('button', { name: 'Remove the line to Boris Petrenko' }).click()
  await expect(toast(page, 'The line could not be removed')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Something')
  await page.unroute('**/rpc/family/disconnect')
  await page.getByRole('button', { name: 'Remove the line to Boris Petrenko' }).click()
  await expect(page.getByText('The line was removed.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})
