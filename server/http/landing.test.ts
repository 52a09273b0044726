import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { landingParts, landingSlots } from '#contract/landing-slots.ts'
import { landingPage } from './landing.ts'

const built = [
  `<link rel="canonical" href="${landingSlots.origin}/">`,
  `<kinora-email><a href="mailto:${landingSlots.email}">Email Us</a></kinora-email>`,
  `<kinora-page><a href="${landingSlots.page}">Check Our Page</a></kinora-page>`,
  `<${landingParts.sold}><a href="/login">Choose Family</a></${landingParts.sold}>`,
  `<${landingParts.given}>Plans are given.</${landingParts.given}>`,
  `<p>© ${landingSlots.years} Kinora</p>`,
].join('\n')

function builtFolder(html = built) {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-landing-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'landing.html'), html)
  return folder
}

const facts = { origin: 'https://stories.example', email: null, page: null, sellsPlans: true }

test('the page says where it is and which years it has seen', async () => {
  const html = await (await landingPage(builtFolder(), facts).request('/')).text()

  expect(html).toContain('href="https://stories.example/"')
  expect(html).toContain(`© 2025–${new Date().getFullYear()} Kinora`)
})

test('without an address of the operator there is no button that would lead nowhere', async () => {
  const html = await (await landingPage(builtFolder(), facts).request('/')).text()

  expect(html).not.toMatch(/Email Us|Check Our Page|mailto|invalid/)
})

test('a plan is offered for sale only where somebody can buy one', async () => {
  const pageWhere = async (sellsPlans: boolean) =>
    (await landingPage(builtFolder(), { ...facts, sellsPlans }).request('/')).text()

  expect(await pageWhere(true)).toMatch(/^(?=.*Choose Family)(?!.*Plans are given)/s)
  expect(await pageWhere(false)).toMatch(/^(?!.*Choose Family)(?=.*Plans are given)/s)
})

test('the operator’s addresses are linked, and stay text whatever is in them', async () => {
  const given = { ...facts, email: 'a&b@family.example', page: 'https://family.example/?q="><b>' }
  const html = await (await landingPage(builtFolder(), given).request('/')).text()

  expect(html).toContain('<a href="mailto:a&amp;b@family.example">Email Us</a>')
  expect(html).toContain('<a href="https://family.example/?q=&quot;&gt;&lt;b&gt;">Check Our Page</a>')
  expect(html).not.toContain('kinora-')
})

test('it is sent compressed to whoever takes that, and not again to whoever has it', async () => {
  const app = landingPage(builtFolder(), facts)
  const plain = await (await app.request('/')).text()

  const br = await app.request('/', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(br.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe(plain)
  const gzip = await app.request('/', { headers: { 'accept-encoding': 'gzip' } })
  expect(gzip.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(Buffer.from(await gzip.arrayBuffer())).toString()).toBe(plain)

  const etag = br.headers.get('etag') ?? ''
  const again = await app.request('/', { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  for (const { headers } of [br, gzip, again]) {
    expect([headers.get('vary'), headers.get('cache-control')]).toEqual(['Accept-Encoding', 'no-cache'])
  }
})

test('a new build is served without a restart', async () => {
  const folder = builtFolder('<p>the old one</p>')
  const app = landingPage(folder, facts)
  expect(await (await app.request('/')).text()).toContain('the old one')

  writeFileSync(join(folder, 'landing.html'), '<p>the new one</p>')
  utimesSync(join(folder, 'landing.html'), new Date(), new Date(Date.now() + 5_000))
  expect(await (await app.request('/')).text()).toContain('the new one')
})
