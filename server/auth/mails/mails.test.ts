import { describe, expect, it } from 'vitest'
import type { AuthTransaction } from '../database.ts'
import { authSettingsSchema } from '../settings.ts'
import type { Message } from './letter.ts'
import { type AuthMailer, createMailer } from './mailer.ts'

const settings = authSettingsSchema.parse({
  siteUrl: 'https://site.test',
  siteName: 'Kinora & <friends>',
  externalUrl: 'https://site.test/auth/v1',
})
/** Never used, only passed on to the queue. */
const tx = {} as AuthTransaction
const to = 'ana@example.com'
const mail = { to, linkToken: 'a-link-token', code: '123456', redirectTo: 'https://site.test/app?a=1&b=2' }
const newEmail = 'new@example.com'

/** All mails, each with the `type` in its link, or null if it has none. */
const mails: [string, string | null, (mailer: AuthMailer) => Promise<void>][] = [
  ['confirmation', 'signup', (mailer) => mailer.confirmation(tx, mail)],
  ['recovery', 'recovery', (mailer) => mailer.recovery(tx, mail)],
  ['log-in link', 'magiclink', (mailer) => mailer.magicLink(tx, mail)],
  ['invitation', 'invite', (mailer) => mailer.invitation(tx, mail)],
  [
    'change to the new address',
    'email_change',
    (mailer) => mailer.emailChangeToNew(tx, { ...mail, newEmail }),
  ],
  [
    'change from the old one',
    'email_change',
    (mailer) => mailer.emailChangeToCurrent(tx, { ...mail, newEmail }),
  ],
  ['code that proves who is there', null, (mailer) => mailer.reauthentication(tx, { to, code: '123456' })],
  ['account that exists', null, (mailer) => mailer.accountExists(tx, { to })],
  ['notice of a password', null, (mailer) => mailer.notice(tx, { to, kind: 'passwordChanged' })],
  ['notice of an address', null, (mailer) => mailer.notice(tx, { to, kind: 'emailChanged' })],
  ['notice of a phone', null, (mailer) => mailer.notice(tx, { to, kind: 'phoneChanged' })],
  ['notice of a factor', null, (mailer) => mailer.notice(tx, { to, kind: 'factorAdded' })],
  ['notice of a removed factor', null, (mailer) => mailer.notice(tx, { to, kind: 'factorRemoved' })],
  ['notice of recovery codes', null, (mailer) => mailer.notice(tx, { to, kind: 'recoveryCodesChanged' })],
]

async function written(write: (mailer: AuthMailer) => Promise<void>): Promise<Message> {
  const sent: Message[] = []
  await write(createMailer({ sendMail: async (_tx, message) => void sent.push(message) }, settings))
  const [message] = sent
  if (message === undefined || sent.length > 1) throw new Error(`${sent.length} mails were written`)
  return message
}

describe.each(mails)('the mail: %s', (_, type, write) => {
  it('is for the person, in words and in HTML for a phone', async () => {
    const { to: receiver, subject, text, html } = await written(write)

    expect(receiver).toBe(to)
    expect(subject.length).toBeGreaterThan(10)
    expect(text.length).toBeGreaterThan(60)
    expect(text).not.toMatch(/[<>]\/?p\b/)
    expect(html).toContain('name="viewport" content="width=device-width')
    expect(html).toContain('max-width:520px')
    expect(
      Math.min(...[...html.matchAll(/font(?:-size)?:(\d+)px/g)].map(([, size]) => Number(size))),
    ).toBeGreaterThan(15)
  })

  it('fetches nothing, and leads to this site alone', async () => {
    const { text, html } = await written(write)

    expect(html).not.toMatch(/<(img|link|script|style|iframe|object|video)\b|url\(|src=|@import/i)
    const addresses = [...`${text} ${html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(
      ([address]) => new URL(address).origin,
    )
    for (const origin of addresses) expect(origin).toBe('https://site.test')
  })

  it('has no markup from names', async () => {
    const { html } = await written(write)

    expect(html).not.toContain('<friends>')
  })

  it('has its link to a page of the site, and its code', async () => {
    const { text, html } = await written(write)
    if (type === null) return expect(text).not.toContain('token_hash')

    const link = new URL(/https:\S+/.exec(text)?.[0] ?? '')
    expect(link.pathname).toBe('/auth/confirm')
    expect(Object.fromEntries(link.searchParams)).toEqual({
      token_hash: 'a-link-token',
      type,
      redirect_to: mail.redirectTo,
    })
    expect(html).toContain(link.href.replaceAll('&', '&amp;'))
    for (const form of [text, html]) expect(form).toContain('123456')
  })
})

it('names no secret in a subject but the code that is typed at once', async () => {
  for (const [name, , write] of mails) {
    const { subject } = await written(write)
    expect(subject).not.toContain('a-link-token')
    if (name !== 'code that proves who is there') expect(subject).not.toContain('123456')
  }
})
