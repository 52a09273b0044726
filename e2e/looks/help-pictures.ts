/**
 * Takes the pictures of the help articles from a running server, so that they show the actual screens.
 *
 *   npm start -- --demo
 *   npx node e2e/looks/help-pictures.ts [--url http://localhost:4310] [--only transcript,trash]
 *
 * It uses the demo family, deletes one of its stories to show the trash, and writes web/features/help/pictures/<name>.webp.
 */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { demoAccount } from '../../server/features/demo/demo.ts'
import { anyDevices, browserArgs, browserProgram } from '../browser.ts'
import { drawnCamera } from './drawn-camera.ts'
import { enterByPhone } from './phone-pages.ts'

const { values } = parseArgs({
  options: { url: { type: 'string', default: 'http://localhost:4310' }, only: { type: 'string' } },
})
const folder = resolve(import.meta.dirname, '../../web/features/help/pictures')
const desk = { width: 1100, height: 860 }
const phone = { width: 390, height: 780 }

/** Gives devices the names of real ones, not those of a test. */
const nameDevices = (page: Page) =>
  page.addInitScript(() => {
    const names: Record<string, string> = { audioinput: 'Built-in microphone', videoinput: 'Built-in camera' }
    const list = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices)
    navigator.mediaDevices.enumerateDevices = async () => {
      const first = new Set<string>()
      return (await list()).flatMap((device) => {
        if (first.has(device.kind)) return []
        first.add(device.kind)
        const { deviceId, groupId, kind } = device
        return [{ deviceId, groupId, kind, label: names[kind] ?? device.label } as MediaDeviceInfo]
      })
    }
  })

const openStudio = async (page: Page, title: string) => {
  await nameDevices(page)
  await page.goto(`/app/studio?title=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: 'Continue on This Device' }).waitFor()
}

const recordInStudio = async (page: Page, title: string) => {
  await openStudio(page, title)
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await page.getByRole('timer').waitFor()
}

type Picture = { name: string; viewport?: typeof desk; show: (page: Page) => Promise<void> }

const firstStory = async (page: Page) => {
  await page.goto('/app/stories')
  const told = page.locator('main article').filter({ hasText: 'Length' })
  await told.getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Summary' }).waitFor()
}

const pictures: Picture[] = [
  {
    name: 'new-story',
    show: async (page) => {
      await page.goto('/app/stories?new=recording')
      await page.getByRole('dialog').getByLabel('Title').fill('How they met at the harbour dance')
    },
  },
  {
    name: 'journal',
    show: async (page) => {
      await page.goto('/app/stories')
      await page.getByRole('link', { name: 'A letter to Kit' }).first().click()
      await page.waitForURL('**/app/stories/*')
      await page.goto(`${new URL(page.url()).pathname}/journal`)
      await page.getByLabel(/Your (next )?entry/).waitFor()
    },
  },
  {
    name: 'search-found',
    show: async (page) => {
      await page.goto('/app/search?q=mother')
      await page.locator('mark').first().waitFor()
    },
  },
  {
    name: 'transcript',
    show: async (page) => {
      await firstStory(page)
      await page.getByRole('tab', { name: 'Transcript' }).click()
      await page.getByRole('tabpanel', { name: 'Transcript' }).getByRole('listitem').nth(2).waitFor()
      await page.getByRole('tab', { name: 'Transcript' }).evaluate((tab) => tab.scrollIntoView())
    },
  },
  {
    name: 'storybook',
    show: async (page) => {
      await page.goto('/app/storybooks')
      await page.locator('main article a').first().click()
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.waitForTimeout(1_000)
      await page.getByRole('button', { name: 'Next page' }).click()
    },
  },
  {
    name: 'share-story',
    show: async (page) => {
      await firstStory(page)
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByRole('switch', { name: 'Public link' }).waitFor()
    },
  },
  {
    name: 'prompts',
    show: async (page) => {
      await page.goto('/app/prompts?tab=explore')
      await page.getByRole('region', { name: 'Official Prompts' }).getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'ask-relative',
    show: async (page) => {
      await firstStory(page)
      await page.getByRole('button', { name: 'Ask a relative' }).click()
      await page.getByLabel('Your question').fill('Who danced first at your wedding?')
      await page.getByLabel('Who is it for?').fill('Aunt Vera')
    },
  },
  {
    name: 'upload',
    show: async (page) => {
      await firstStory(page)
      await page.goto(`${new URL(page.url()).pathname}/upload`)
      await page.getByText('Choose files').waitFor()
    },
  },
  {
    name: 'signed-in-devices',
    show: async (page) => {
      await page.goto('/app/settings')
      // Ends the sessions that earlier runs of this script have left.
      await page.evaluate(async () => {
        const { access_token: token } = JSON.parse(localStorage.getItem('kinora.auth') ?? '{}')
        const headers = { authorization: `Bearer ${token}` }
        await fetch('/auth/v1/logout?scope=others', { method: 'POST', headers })
      })
      await page.request.post('/auth/v1/token?grant_type=password', {
        data: demoAccount,
        headers: {
          'user-agent':
            'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
        },
      })
      await page.reload()
      const devices = page.getByRole('region', { name: 'Signed-in devices' })
      await devices.getByText('This device').waitFor()
      await devices.evaluate((section) => section.scrollIntoView())
    },
  },
  {
    name: 'invite-by-mail',
    show: async (page) => {
      await firstStory(page)
      const id = new URL(page.url()).pathname.split('/').at(-1)
      await page.goto(`/app/sharing-options?type=story&id=${id}`)
      await page.getByLabel('Email').fill('vera.aunt@family.example')
      await page.getByRole('button', { name: 'Give access' }).click()
      await page.getByRole('button', { name: 'Send an invitation' }).waitFor()
      // The toast says the same, and disappears by itself.
      await page.locator('[data-sonner-toast]').waitFor()
      await page.locator('[data-sonner-toast]').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'studio-devices',
    show: async (page) => {
      await openStudio(page, 'The wedding on the quay')
      await page.getByRole('button', { name: 'Continue on This Device' }).click()
      await page.getByRole('button', { name: 'Settings' }).filter({ visible: true }).click()
      await page.getByRole('option', { name: 'Built-in microphone' }).waitFor({ state: 'attached' })
    },
  },
  {
    name: 'studio-ready',
    show: async (page) => {
      await openStudio(page, 'The wedding on the quay')
      await page.getByRole('button', { name: 'Continue on This Device' }).click()
      await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
    },
  },
  {
    name: 'family-tree',
    show: async (page) => {
      await page.goto('/app/family')
      await page.locator('.react-flow__node').first().waitFor()
    },
  },
  {
    name: 'home-on-a-phone',
    viewport: phone,
    show: async (page) => {
      await page.goto('/app')
      await page.getByText('Stories Recorded').waitFor()
      await page.getByRole('heading', { name: 'Latest stories' }).waitFor()
    },
  },
  {
    name: 'phone-ready',
    viewport: phone,
    show: enterByPhone,
  },
  {
    // Taken late, because it removes a story that other pictures show.
    name: 'trash',
    show: async (page) => {
      await page.goto('/app/stories')
      await page.locator('main article a').last().click()
      await page.getByRole('button', { name: 'Delete' }).first().click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page.waitForURL('**/app/stories')
      await page.goto('/app/trash')
      await page
        .getByRole('button', { name: /Delete for good/ })
        .first()
        .waitFor()
    },
  },
  // Taken last, because the interrupted recording is then offered on every page of this browser.
  {
    name: 'studio-recording',
    show: async (page) => {
      await recordInStudio(page, 'The wedding on the quay')
      await page.getByRole('tab', { name: 'Journal' }).click()
      await page.waitForTimeout(7_000)
    },
  },
  {
    name: 'unfinished-recording',
    show: async (page) => {
      const offer = page.getByRole('region', { name: 'Unfinished recording: The wedding on the quay' })
      await page.goto('/app')
      const isOffered = await offer.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
      if (!isOffered) {
        const brokenOff = await page.context().newPage()
        await recordInStudio(brokenOff, 'The wedding on the quay')
        await brokenOff.waitForTimeout(7_000)
        await brokenOff.close()
        await page.reload()
      }
      await offer.waitFor()
    },
  },
]

/** All pictures have the size that the articles expect; a taller one is centred. */
const frame = { width: 960, height: 751, background: '#e3f5ea' }
const framed = (shown: Buffer) => sharp(shown).resize({ ...frame, fit: 'contain' })

await mkdir(folder, { recursive: true })
const camera = `--use-file-for-fake-video-capture=${await drawnCamera()}`
const browser = await chromium.launch({ ...browserProgram, args: [...browserArgs, ...anyDevices, camera] })
const context = await browser.newContext({ baseURL: values.url, reducedMotion: 'reduce', viewport: desk })
const door = await context.newPage()
await door.goto('/login')
await door.getByRole('button', { name: 'Log in' }).click()
await door.getByLabel('Email').fill(demoAccount.email)
await door.getByLabel('Password', { exact: true }).fill(demoAccount.password)
await door.getByRole('button', { name: 'Log In', exact: true }).click()
await door.waitForURL('**/app')

for (const { name, viewport = desk, show } of pictures) {
  if (values.only && !values.only.split(',').includes(name)) continue
  const page = await context.newPage()
  await page.setViewportSize(viewport)
  await show(page)
  // Waits for the page's pictures and fonts.
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
  await page.waitForTimeout(500)
  const path = join(folder, `${name}.webp`)
  const { size } = await framed(await page.screenshot())
    .webp({ quality: 78 })
    .toFile(path)
  console.log(`${path} ${Math.round(size / 1000)} kB`)
  await page.close()
}
await browser.close()
