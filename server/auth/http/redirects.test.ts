import { expect, it } from 'vitest'
import { authSettingsSchema } from '../settings.ts'
import { isAllowedRedirect } from './redirects.ts'

const settings = (siteUrl: string, uriAllowList: string[] = []) =>
  authSettingsSchema.parse({ siteUrl, externalUrl: `${siteUrl}/auth/v1`, uriAllowList })

const site = settings('https://site.test', [
  'https://*.partner.test/callback',
  'https://docs.test/**',
  'https://shop.test/?/end',
  'https://ported.test:443/**',
  'https://Capital.test/**',
  'https://**.nested.test/**',
  'https://*.bücher.test/**',
  'kinora-app://login',
])

it.each([
  'https://site.test',
  'https://site.test/app?x=1#part',
  'HTTPS://SITE.TEST/app',
  'https://www.partner.test/callback',
  'https://www.partner.test/callback#part',
  'https://docs.test/a/b.html?c=d',
  'https://shop.test/a/end',
  'https://ported.test:443/app',
  'https://Capital.test/app',
  'https://deep.down.nested.test/app',
  'https://www.bücher.test/app',
  'kinora-app://login',
])('allows %s', (target) => {
  expect(isAllowedRedirect(target, site)).toBe(true)
})

it.each([
  'http://site.test/app',
  'https://site.test:8443/app',
  'https://site.test.evil.test/',
  'https://evil.test/?https://site.test',
  'https://site.test@evil.test/',
  'https://user:secret@site.test/',
  'https://user@docs.test/',
  'https://evil.test\\@site.test/',
  'https://site.test\\.evil.test',
  'https://site.test\t.evil.test/',
  'https://site.test\n/',
  ' https://site.test/',
  'https:site.test',
  'https:/site.test/app',
  '//site.test/app',
  '/app',
  'app',
  '',
  'javascript:alert(1)',
  'javascript://site.test/%0aalert(1)',
  'data:text/html,x',
  'https://a.b.partner.test/callback',
  'https://evil.test/.partner.test/callback',
  'https://partner.test/callback',
  'https://www.partner.test/callback/more',
  'https://evil.test/#https://docs.test/',
  'https://docsxtest/a',
  'https://evil%2Etest?www.partner.test/callback',
  'https://evil。test?www.partner.test/callback',
  'https://[2001:db8::1]?www.partner.test/callback',
  'https://shop.test/ab/end',
  'kinora-app://other',
])('refuses %j', (target) => {
  expect(isAllowedRedirect(target, site)).toBe(false)
})

it('leaves the port free on loopback names only', () => {
  const local = settings('http://localhost:4310')

  expect(isAllowedRedirect('http://localhost:5173/app', local)).toBe(true)
  expect(isAllowedRedirect('http://127.0.0.1:4310/app', local)).toBe(false)
})

it.each(['http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/', 'http://127.1/'])(
  'refuses the loopback address in disguise: %s',
  (target) => {
    expect(isAllowedRedirect(target, settings('http://127.0.0.1:4310'))).toBe(false)
  },
)
