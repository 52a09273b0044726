import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { accessibilityFindings } from './accessibility.ts'
import { holdAnswer } from './hold-answer.ts'
import { escapeFrom } from './keyboard.ts'
import { lookElsewhere } from './look-elsewhere.ts'
import { waitForMail } from './mailbox.ts'
import { signInHere, signUp } from './person.ts'
import { test } from './test.ts'
import { tellStory } from './told-story.ts'

const pictures = 'test-results/looks'

test('somebody comments on a moment of a film, plays it from there, and takes a deletion back', async ({
  page,
  person,
  server,
}) => {
  const { storyId } = await tellStory(page, server.origin, person)
  await page.goto(`/app/stories/${storyId}`)
  await stopAt(page, 2)
  await page.getByRole('button', { name: 'Comment on this moment' }).click()

  const box = page.getByLabel('Add a comment')
  await expect(box).toBeFocused()
  await box.fill('a'.repeat(100_000))
  await expect(page.getByText('there are 100,000. Nothing of it is lost')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Comment' })).toBeDisabled()
  await expect(box).toHaveValue('a'.repeat(100_000))

  await box.fill('That is uncle Boris with the accordion.')
  await box.press('Control+Enter')
  const comments = page.getByRole('region', { name: 'Comments' })
  const comment = comments.getByRole('listitem').filter({ hasText: 'uncle Boris' })
  await expect(comment).toContainText('Just now')
  await expect(box).toHaveValue('')
  await page.screenshot({ path: `${pictures}/comments-1280.png` })
  expect(await accessibilityFindings(page)).toEqual([])

  // Words from another device arrive without a reload.
  await person.api.comments.add({ storyId, id: newId(), text: 'From another device' })
  await expect(comments.getByText('From another device')).toBeVisible()

  await comment.getByRole('button', { name: /Delete/ }).click()
  await expect(comment).toBeHidden()
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(comment).toBeVisible()

  await comment.getByRole('button', { name: 'Play from 0:02' }).click()
  await expect.poll(() => secondsOf(page)).toBeGreaterThanOrEqual(2)
})

test('a public link shows one story to whoever has it, asks for its password, and ends when it is turned off, after a question', async ({
  page,
  person,
  server,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { storyId } = await tellStory(page, server.origin, person)
  await person.api.stories.putNote({ storyId, id: newId(), text: 'It rained all night.', timestamp: '00:02' })
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Story' })
  const toggle = dialog.getByRole('switch', { name: 'Public link' })
  await expect(toggle).not.toBeChecked()
  await toggle.click()
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied!' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
  const url = await page.evaluate(() => navigator.clipboard.readText())
  expect(url).toMatch(new RegExp(`^${server.origin}/s/[\\w-]{43}$`))
  await expect(dialog.getByRole('link', { name: 'Email' })).toHaveAttribute('href', /^mailto:.*%2Fs%2F/)
  await expect(dialog.getByRole('link', { name: 'X (Twitter)' })).toHaveAttribute('rel', /noopener/)
  await page.screenshot({ path: `${pictures}/share-dialog-1280.png` })
  expect(await accessibilityFindings(page)).toEqual([])

  const outside = await browser.newContext({ baseURL: server.origin })
  const visitor = await outside.newPage()
  const hosts = new Set<string>()
  visitor.on('request', (request) => hosts.add(new URL(request.url()).host))
  const answer = await visitor.goto(url)
  expect(answer?.headers()['x-robots-tag']).toContain('noindex')
  await expect(visitor.getByRole('heading', { name: 'The harbour dance' })).toBeVisible()
  await expect(visitor.getByText('It rained all night.')).toBeVisible()
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expect.poll(() => canPlay(visitor)).toBe(true)
  await expect(visitor.getByRole('navigation')).toHaveCount(0)
  await visitor.screenshot({ path: `${pictures}/public-story-1280.png` })
  expect(await accessibilityFindings(visitor)).toEqual([])
  expect([...hosts]).toEqual([new URL(server.origin).host])

  await dialog.getByLabel('Password').fill('wild geese')
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await expect(dialog.getByRole('button', { name: 'Change password' })).toBeVisible()
  // As when the film's address has run out: the page that is open asks anew, and shows no more than the link does now.
  await visitor.locator('video').dispatchEvent('error')
  await visitor.getByLabel('Password').fill('tame geese')
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByText('That is not the password of this link.')).toBeVisible()
  await visitor.screenshot({ path: `${pictures}/public-password-1280.png` })
  await visitor.getByRole('button', { name: 'Show the password' }).click()
  await visitor.getByLabel('Password').fill('wild geese')
  await expect(visitor.getByLabel('Password')).toHaveAttribute('type', 'text')
  await visitor.getByLabel('Password').press('Enter')
  await expect(visitor.getByRole('heading', { name: 'The harbour dance' })).toBeVisible()

  const question = page.getByRole('alertdialog', { name: 'Turn the link off for good?' })
  await toggle.click()
  await question.getByRole('button', { name: 'Keep the link' }).click()
  await expect(toggle).toBeChecked()
  await expect(dialog.getByLabel('The public link')).toHaveValue(url)
  await toggle.click()
  await page.screenshot({ path: `${pictures}/share-turn-off-1280.png` })
  expect(await accessibilityFindings(page)).toEqual([])
  await question.getByRole('button', { name: 'Turn it off' }).click()
  await expect(dialog.getByLabel('The public link')).toBeHidden()
  await expect(question).toBeHidden()
  await expect(toggle).toBeFocused()
  await visitor.locator('video').dispatchEvent('error')
  await expect(visitor.getByRole('heading', { name: 'This link was turned off' })).toBeVisible()
  // A lost connection afterwards does not bring it back.
  await visitor.route('**/rpc/publicStories/open', (route) => route.abort())
  const lost = visitor.waitForEvent('requestfailed')
  await lookElsewhere(visitor)
  await lost
  await expect(visitor.getByLabel('Password')).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'The harbour dance' })).toBeHidden()
  await visitor.unroute('**/rpc/publicStories/open')
  await visitor.goto('/s/nothing')
  await expect(visitor.getByRole('heading', { name: 'There is no story here' })).toBeVisible()
  await outside.close()
})

test('a password that is being typed for a link stays while another device sets one', async ({
  page,
  person,
}) => {
  const storyId = newId()
  await person.api.stories.create({ id: storyId, title: 'Bread', method: 'journal' })
  await person.api.publicLinks.turnOn({ storyId })
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Story' })
  await dialog.getByLabel('Password').fill('the wild geese of')

  await person.api.publicLinks.turnOn({ storyId, password: 'tame geese' })
  await expect(dialog.getByRole('button', { name: 'Change password' })).toBeVisible()
  await expect(dialog.getByLabel('Password')).toHaveValue('the wild geese of')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByLabel('Password')).toHaveValue('')
})

test('the offer to invite somebody is seen on a phone as soon as it is made, beside the message that comes with it', async ({
  page,
  person,
}) => {
  await page.setViewportSize({ width: 390, height: 740 })
  const storyId = newId()
  await person.api.stories.create({ id: storyId, title: 'Bread', method: 'journal' })
  await page.goto(`/app/sharing-options?type=story&id=${storyId}`)
  const email = page.getByLabel('Their email address')
  await email.fill('agnes@family.example')
  await email.press('Enter')
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: 'User not found' })).toBeVisible()
  const send = page.getByRole('button', { name: 'Send an invitation' })
  await expect(send).toBeInViewport({ ratio: 1 })
  // Nothing covers it.
  await send.click({ trial: true, timeout: 3_000 })
})

test('a public link of a story that holds nothing yet says so, and when to come again', async ({
  page,
  person,
}) => {
  const storyId = newId()
  await person.api.stories.create({ id: storyId, title: 'Bread', method: 'recording' })
  const { url } = await person.api.publicLinks.turnOn({ storyId })
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bread')
  await expect(page.getByText('There is nothing to hear or to see here yet.')).toBeVisible()
})

test('a story is shared by name and by letter, seen by both, and taken back while it is being watched', async ({
  page,
  person,
  server,
  browser,
}) => {
  const { storyId } = await tellStory(page, server.origin, person)
  const aunt = await signUp(server.origin)
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('link', { name: 'Share with people by name' }).click()
  await expect(page.getByText('It is not shared with anybody by name yet.')).toBeVisible()

  const email = page.getByLabel('Email')
  await email.fill('uncle@family.example')
  await email.press('Enter')
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: 'User not found' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'They have no account here yet' })).toBeVisible()
  await page.screenshot({ path: `${pictures}/sharing-unknown-1280.png`, fullPage: true })
  await page.getByRole('button', { name: 'Send an invitation' }).click()
  await expect(page.getByText('Invited by mail')).toBeVisible()

  await email.fill(aunt.email)
  await page.getByLabel('What they may do', { exact: true }).selectOption('editor')
  await email.press('Enter')
  const limit = page.getByRole('dialog', { name: 'Sharing Limit Reached' })
  await expect(limit).toContainText('Editors and admins come with the Family Plan.')
  await escapeFrom(page, limit)
  await expect(limit).toBeHidden()
  await page.getByLabel('What they may do', { exact: true }).selectOption('viewer')
  await email.press('Enter')
  await expect(page.getByText('Access granted')).toBeVisible()
  await expect(page.getByText(aunt.email)).toBeVisible()
  await email.fill(aunt.email)
  await email.press('Enter')
  await expect(page.getByText('This user already has access to this resource').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText(aunt.email)).toBeVisible()
  await page.screenshot({ path: `${pictures}/sharing-options-1280.png`, fullPage: true })
  expect(await accessibilityFindings(page)).toEqual([])

  const auntHere = await browser.newContext({ baseURL: server.origin })
  await signInHere(auntHere, aunt)
  const hers = await auntHere.newPage()
  await hers.goto('/app')
  await hers.getByRole('link', { name: 'Shared with me 1 story' }).click()
  await expect(hers.getByText('You can look at it.')).toBeVisible()
  await hers.screenshot({ path: `${pictures}/shared-with-me-1280.png` })
  expect(await accessibilityFindings(hers)).toEqual([])
  await hers.getByRole('link', { name: 'The harbour dance' }).click()
  await expect.poll(() => canPlay(hers)).toBe(true)
  // Her own list contains none, so the way back leads to where she came from.
  await expect(hers.getByRole('link', { name: /^Back to/ })).toHaveText('Back to Shared with me')
  await expect(hers.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(hers.getByRole('button', { name: 'Share' })).toHaveCount(0)

  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByText('Access revoked')).toBeVisible()
  await expect(hers.getByRole('heading', { name: 'Story not found' })).toBeVisible()
  await auntHere.close()

  const uncleHere = await browser.newContext({ baseURL: server.origin })
  const his = await uncleHere.newPage()
  const letter = await waitForMail(server.dataDir, 'uncle@family.example', 'shares a family story')
  await his.goto(letter.link)
  await expect(his.getByText('“The harbour dance” with you.')).toBeVisible()
  await his.screenshot({ path: `${pictures}/invitation-1280.png` })
  expect(await accessibilityFindings(his)).toEqual([])
  await his.getByRole('link', { name: 'Sign up or log in' }).click()
  await his.getByLabel('Email').fill('uncle@family.example')
  await his.getByLabel('Password', { exact: true }).fill('a good password')
  await his.getByRole('button', { name: 'Sign Up' }).click()
  await expect(his.getByRole('heading', { name: 'The harbour dance' })).toBeVisible()
  // Checked first, because while the invitation is open, its buttons contain the same address.
  await expect(page.getByText('Invited by mail')).toBeHidden()
  await expect(page.getByText('uncle@family.example')).toBeVisible()
  await uncleHere.close()
})

test('an invitation that a broken line kept from being opened at once is opened by trying again', async ({
  page,
  person,
  server,
  browser,
}) => {
  const story = await person.api.stories.create({ id: newId(), title: 'Plum jam', method: 'journal' })
  const email = `${newId()}@family.example`
  const shared = { resourceType: 'story', resourceId: story.id } as const
  await person.api.sharing.invite({ ...shared, email, role: 'viewer' })
  const letter = await waitForMail(server.dataDir, email, 'shares a family story')
  const guestHere = await browser.newContext({ baseURL: server.origin })
  const hers = await guestHere.newPage()
  await hers.route('**/rpc/sharing/accept', (route) => route.abort('connectionreset'), { times: 1 })
  await hers.goto(letter.link)
  await hers.getByRole('link', { name: 'Sign up or log in' }).click()
  await hers.getByLabel('Email').fill(email)
  await hers.getByLabel('Password', { exact: true }).fill('a good password')
  await hers.getByRole('button', { name: 'Sign Up' }).click()
  await expect(hers.getByRole('alert')).toContainText('Kinora cannot be reached just now.')
  await hers.getByRole('button', { name: 'Try again' }).click()
  await expect(hers.getByRole('heading', { name: 'Plum jam' })).toBeVisible()
  await guestHere.close()

  await page.goto(`/app/sharing-options?type=story&id=${story.id}`)
  await expect(page.getByText(email)).toBeVisible()
})

test('whoever opens an invitation while they are logged in reads for which account it would be, and can leave it', async ({
  page,
  person,
  server,
}) => {
  const host = await signUp(server.origin)
  const { id: resourceId } = await host.api.stories.create({
    id: newId(),
    title: 'Plum jam',
    method: 'journal',
  })
  const email = `${newId()}@family.example`
  await host.api.sharing.invite({ resourceType: 'story', resourceId, email, role: 'viewer' })
  const letter = await waitForMail(server.dataDir, email, 'shares a family story')

  await page.goto(letter.link)
  await expect(page.getByRole('button', { name: 'See the story' })).toBeVisible()
  await expect(page.getByText(`You are logged in as ${person.email}`)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page.getByText('Stories Recorded')).toBeVisible()
  // Nobody has accepted the invitation, so the intended person still can.
  expect((await host.api.sharing.get({ resourceType: 'story', resourceId })).people).toEqual([])
})

test('a letter leads whoever took it to the story again, and tells a device that is logged out how', async ({
  page,
  person,
  server,
  browser,
}) => {
  const host = await signUp(server.origin)
  const resourceId = newId()
  await host.api.stories.create({ id: resourceId, title: 'The harbour dance', method: 'journal' })
  const email = `${newId()}@family.example`
  await host.api.sharing.invite({ resourceType: 'story', resourceId, email, role: 'viewer' })
  const { link } = await waitForMail(server.dataDir, email, 'shares a family story')
  await person.api.sharing.accept({ token: link.split('/').at(-1) ?? '' })

  await page.goto(link)
  await expect(page.getByText('will be shared with that account alone')).toHaveCount(0)
  await page.getByRole('button', { name: 'See the story' }).click()
  await expect(page.getByRole('heading', { name: 'The harbour dance' })).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: server.origin })
  const loggedOut = await elsewhere.newPage()
  await loggedOut.goto(link)
  await expect(loggedOut.getByText('This invitation was used already.')).toBeVisible()
  await expect(loggedOut.getByText('log in and open it once more')).toBeVisible()
  await elsewhere.close()
})

test('whoever has not said their name is asked for it to share by name, and for a public profile', async ({
  page,
  person,
}) => {
  const story = await person.api.stories.create({ id: newId(), title: 'Plum jam', method: 'journal' })
  await page.goto(`/app/sharing-options?type=story&id=${story.id}`)
  await expect(page.getByLabel('What is your name?')).toBeVisible()

  await page.goto('/app/settings')
  const section = page.getByRole('region', { name: 'Public profile' })
  await expect(section.getByLabel('What is your name?')).toBeHidden()
  await section.getByRole('switch', { name: 'Public profile' }).click()
  await section.getByLabel('What is your name?').fill('Ada Lind')
  await section.getByRole('button', { name: 'Save my name' }).click()
  await section.getByRole('link', { name: 'See the page' }).waitFor()
  const { url } = await person.api.publicProfile.get()
  await page.goto(url ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lind')
})

test('whoever leaves what others share with them is told that it is done', async ({
  page,
  person,
  server,
}) => {
  const host = await signUp(server.origin)
  const { id: resourceId } = await host.api.stories.create({
    id: newId(),
    title: 'Plum jam',
    method: 'journal',
  })
  await host.api.sharing.share({ resourceType: 'story', resourceId, email: person.email, role: 'viewer' })
  await page.goto('/app/shared')
  await page.getByRole('button', { name: 'Leave “Plum jam”' }).click()
  const release = await holdAnswer(page, 'sharing/revoke')
  await page.getByRole('button', { name: 'Take it off' }).click()
  // The live stream announces the change before its answer arrives.
  await expect(page.getByText('Plum jam')).toHaveCount(0)
  await release()
  await expect(page.getByText('Access revoked')).toBeVisible()
})

test('a letter of somebody who may share no more says that it opens nothing, until it is sent again', async ({
  page,
  person,
  server,
}) => {
  await person.api.billing.upgrade({ tier: 'family', card: { brand: 'visa', last4: '4242' } })
  const storyId = newId()
  await person.api.stories.create({ id: storyId, title: 'Plum jam', method: 'journal' })
  const on = { resourceType: 'story', resourceId: storyId } as const
  const aunt = await signUp(server.origin)
  const { id } = await person.api.sharing.share({ ...on, email: aunt.email, role: 'admin' })
  await aunt.api.sharing.invite({ ...on, email: 'niece@family.example', role: 'viewer' })
  await page.goto(`/app/sharing-options?type=story&id=${storyId}`)
  await expect(page.getByText('They can open it until')).toBeVisible()

  await person.api.sharing.setRole({ ...on, id, role: 'viewer' })

  await expect(
    page.getByText('It opens nothing now: whoever sent it may share it no more. You can send it again.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Send again to niece@family.example' }).click()
  await expect(page.getByText('Invitation written')).toBeVisible()
  await expect(page.getByText('They can open it until')).toBeVisible()
})

test('an admin is asked before they give up what only others could give back', async ({
  page,
  person,
  server,
}) => {
  const owner = await signUp(server.origin)
  await owner.api.billing.upgrade({ tier: 'family', card: { brand: 'visa', last4: '4242' } })
  const story = await owner.api.stories.create({ id: newId(), title: 'Plum jam', method: 'journal' })
  const shared = { resourceType: 'story', resourceId: story.id } as const
  await owner.api.sharing.share({ ...shared, email: person.email, role: 'admin' })
  const aunt = await signUp(server.origin)
  await owner.api.sharing.share({ ...shared, email: aunt.email, role: 'viewer' })
  const rolesNow = async () => (await owner.api.sharing.get(shared)).people.map(({ role }) => role)

  await page.goto(`/app/sharing-options?type=story&id=${story.id}`)
  const rows = page.getByRole('listitem')
  const own = rows.filter({ hasText: '(you)' }).getByRole('combobox')
  await own.selectOption('viewer')
  const question = page.getByRole('alertdialog', { name: 'Give up sharing it?' })
  await expect(question).toContainText('You can look at it. You cannot share it any more then')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(own).toHaveValue('admin')
  await rows.filter({ hasText: aunt.email }).getByRole('combobox').selectOption('editor')
  await expect.poll(rolesNow).toEqual(['admin', 'editor'])
  await rows
    .filter({ hasText: '(you)' })
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect(page.getByRole('alertdialog', { name: 'Give up your own access?' })).toContainText(
    'cannot bring it back yourself',
  )
  await page.getByRole('button', { name: 'Cancel' }).click()

  await own.selectOption('editor')
  await question.getByRole('button', { name: 'Give it up' }).click()
  await expect.poll(rolesNow).toEqual(['editor', 'editor'])
  await expect(page.getByText('is not shared with you any more, or only others may share it.')).toBeVisible()
  await expect(question).toBeHidden()
})

test('somebody of the family is shared from their page, changed by an editor, and found by letter', async ({
  page,
  person,
  server,
  browser,
}) => {
  await person.api.billing.upgrade({ tier: 'family', card: { brand: 'visa', last4: '4242' } })
  const elena = { id: newId(), firstName: 'Elena', lastName: 'Petrova', relationship: 'Parent' as const }
  await person.api.familyMembers.create(elena)
  const aunt = await signUp(server.origin)
  await page.goto(`/app/family/${elena.id}`)
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  await expect(page.getByText('Who may see “Elena Petrova”')).toBeVisible()

  const email = page.getByLabel('Email')
  await email.fill(aunt.email)
  await page.getByLabel('What they may do', { exact: true }).selectOption('editor')
  await email.press('Enter')
  await expect(page.getByText('Access granted')).toBeVisible()
  await email.fill('niece@family.example')
  await page.getByLabel('What they may do', { exact: true }).selectOption('viewer')
  await email.press('Enter')
  await page.getByRole('button', { name: 'Send an invitation' }).click()
  await expect(page.getByText('Invited by mail')).toBeVisible()

  const auntHere = await browser.newContext({ baseURL: server.origin })
  await signInHere(auntHere, aunt)
  const hers = await auntHere.newPage()
  await hers.goto('/app/shared')
  await expect(hers.getByText('You can look at it and change it.')).toBeVisible()
  await hers.screenshot({ path: `${pictures}/shared-people-1280.png` })
  expect(await accessibilityFindings(hers)).toEqual([])
  await hers.getByRole('link', { name: 'Elena Petrova' }).click()
  await expect(hers.getByText(/^Parent of /)).toBeVisible()
  await expect(hers.getByText('No story with Elena is shared with you.')).toBeVisible()
  await expect(hers.getByRole('heading', { name: 'Closest family' })).toHaveCount(0)
  await expect(hers.getByRole('button', { name: 'Remove' })).toHaveCount(0)
  await expect(hers.getByRole('link', { name: 'Share', exact: true })).toHaveCount(0)
  await hers.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = hers.getByRole('dialog', { name: 'Edit Family Member' })
  await form.getByLabel('Portrait').setInputFiles({ name: 'elena.png', mimeType: 'image/png', buffer: green })
  await expect(form.getByLabel('Relationship to you')).toHaveCount(0)
  await expect(form.getByRole('button', { name: 'Remove portrait' })).toBeVisible()
  // The stories of the owner are not in the editor's hand.
  await form.getByLabel('First name').fill('Helena')
  await expect(form.getByText('The stories they tell are found by their name')).toBeVisible()
  await form.getByLabel('First name').fill('Elena')
  await expect(form.getByText('The stories they tell are found by their name')).toHaveCount(0)
  await form.getByLabel('About them').fill('She danced at the harbour.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(hers.getByText('Family member updated!')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(hers.getByText('She danced at the harbour.')).toBeVisible()
  await hers.screenshot({ path: `${pictures}/shared-person-1280.png` })
  expect(await accessibilityFindings(hers)).toEqual([])

  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByText('Access revoked')).toBeVisible()
  await expect(hers.getByRole('heading', { name: 'Person not found' })).toBeVisible()
  await expect(hers.getByRole('link', { name: /^Back to/ })).toHaveText('Back to Shared with me')
  await expect(hers.getByText('She danced at the harbour.')).toBeHidden()
  await auntHere.close()
  await page.getByRole('link', { name: 'Back to the page' }).click()
  await expect(page.getByText('She danced at the harbour.')).toBeVisible()

  const nieceHere = await browser.newContext({ baseURL: server.origin })
  const letters = await nieceHere.newPage()
  const letter = await waitForMail(server.dataDir, 'niece@family.example', 'shares the page of a family')
  await letters.goto(letter.link)
  await expect(letters.getByText('shares the page of “Elena Petrova” with you.')).toBeVisible()
  await letters.getByRole('link', { name: 'Sign up or log in' }).click()
  await letters.getByLabel('Email').fill('niece@family.example')
  await letters.getByLabel('Password', { exact: true }).fill('a good password')
  await letters.getByRole('button', { name: 'Sign Up' }).click()
  await expect(letters.getByRole('heading', { name: 'Elena Petrova' })).toBeVisible()
  await expect(letters.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
  await nieceHere.close()
})

/** A picture of one green dot. */
const green = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const canPlay = (page: Page) =>
  page.locator('video').evaluate((film: HTMLVideoElement) => film.readyState >= 1 && film.duration > 1)

async function stopAt(page: Page, second: number): Promise<void> {
  await page.locator('video').evaluate(async (film: HTMLVideoElement, at) => {
    film.muted = true
    await film.play()
    film.pause()
    film.currentTime = at
    await new Promise((told) => film.addEventListener('timeupdate', told, { once: true }))
  }, second)
}

const secondsOf = (page: Page) => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime)
