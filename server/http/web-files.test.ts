import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { webFiles } from './web-files.ts'

const SCRIPT = 'console.log("hello")'

function builtApp() {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-web-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'web/assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'not for the web')
  writeFileSync(join(folder, 'web/index.html'), '<title>Kinora</title>')
  writeFileSync(join(folder, 'web/favicon.svg'), '<svg/>')
  writeFileSync(join(folder, 'web/assets/index-abc.js'), SCRIPT)
  writeFileSync(join(folder, 'web/assets/index-abc.js.br'), brotliCompressSync(SCRIPT))
  return webFiles(join(folder, 'web'))
}

const html = { headers: { accept: 'text/html,*/*;q=0.8' } }

test('every address that a browser navigates to gets the page, asked for anew each time', async () => {
  const app = builtApp()

  for (const path of ['/', '/app/stories', '/app/stories/0198c0de-0000-7000-8000-000000000000']) {
    const response = await app.request(path, html)
    expect(await response.text()).toBe('<title>Kinora</title>')
    expect(response.headers.get('cache-control')).toBe('no-cache')
  }
})

test('files with a hash in their name are kept for ever, the others asked for again', async () => {
  const app = builtApp()

  const asset = await app.request('/assets/index-abc.js')
  expect(await asset.text()).toBe(SCRIPT)
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await app.request('/favicon.svg')).headers.get('cache-control')).toBe('no-cache')
})

test('what was compressed at the build is sent as it is', async () => {
  const response = await builtApp().request('/assets/index-abc.js', {
    headers: { 'accept-encoding': 'br, gzip' },
  })

  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('content-type')).toMatch(/javascript/)
  expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
})

test('a missing file is missing, not a page', async () => {
  const app = builtApp()

  expect((await app.request('/assets/index-old.js', html)).status).toBe(404)
  expect((await app.request('/missing.png', html)).status).toBe(404)
})

test('nothing outside the folder is served', async () => {
  const app = builtApp()

  for (const path of [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
  ]) {
    expect(await (await app.request(path)).text()).not.toContain('not for the web')
  }
})
