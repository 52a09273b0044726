import { expect } from '@playwright/test'
import { aPhone, enter, phoneRecordedFor, readCode } from './phone.ts'
import { decodedMs, storedOriginals, tracksOf } from './recorder/stored.ts'
import { test } from './recorder/studio.ts'

const openStartDialog = '/app/studio?title=The+harbour+dance'

test('a phone that scans the code records without signing in, and a tab closed in the middle loses nothing', async ({
  page,
  browser,
  person,
  server,
}) => {
  await page.goto(openStartDialog)
  const address = await readCode(page)
  expect(address).toMatch(new RegExp(`^${server.origin}/record/[0-9a-f-]{36}#[\\w-]{43}$`))
  const secret = address.split('#')[1] ?? ''

  const context = await aPhone(browser)
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  const phone = await enter(context, address)
  await phone.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(phone, 3)
  await phone.close({ runBeforeUnload: false })

  const again = await context.newPage()
  await again.goto(address)
  const offer = again.getByRole('region', { name: 'Unfinished recording' })
  await expect(offer).toContainText(/\d seconds/)
  await offer.getByRole('button', { name: 'Keep it' }).click()
  await expect(offer).toHaveCount(0)
  await again.getByRole('button', { name: 'Begin' }).click()
  await again.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(again, 2)
  await again.getByRole('button', { name: 'Stop' }).click()
  await expect(again.getByTestId('safety-line')).toHaveText('Everything is safe on the server')

  const parts = await storedOriginals(person, server.origin, 2)
  expect(parts.map(({ recording }) => recording.part)).toEqual([0, 1])
  for (const { path } of parts) {
    expect(tracksOf(path)).toEqual(['audio', 'video'])
    expect(decodedMs(path)).toBeGreaterThan(1_800)
  }
  expect(asked.filter((url) => url.split('#')[0]?.includes(secret))).toEqual([])
  expect(server.output()).not.toContain(secret)
  await context.close()
})
