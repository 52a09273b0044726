import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { message } from '../../mail/message.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { newAnswerToken, tokenIn } from './answer-address.ts'
import { keepMailedAnswer } from './mailed-answer.ts'
import { sendDueQuestions } from './weekly-questions.jobs.ts'

const address = 'stories@family.example'
const secret = 'a-secret-of-more-than-thirty-two-signs'
const { person, services, database, app } = await createTestKinora({
  INBOUND_MAIL_ADDRESS: address,
  INBOUND_MAIL_SECRET: secret,
})
const closed = await createTestKinora()
const counting = await createTestKinora({
  AUTH_RATE_LIMITS: 'true',
  INBOUND_MAIL_ADDRESS: address,
  INBOUND_MAIL_SECRET: secret,
})
const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

/** The real services, with a mail sender whose mails can be read. */
function post() {
  const sent: ReturnType<typeof message.parse>[] = []
  const sendMail = async (...[, written]: Parameters<typeof services.mail.sendMail>) =>
    void sent.push(message.parse(written))
  return {
    parts: { ...services, mail: { sendMail } },
    to: ({ email }: Person) => sent.filter(({ to }) => to === email),
  }
}

/** A person who has just been sent a question. */
async function asked(name = 'Ana') {
  const who = await person(name)
  await who.client.weeklyQuestions.set({ enabled: true, timeZone: 'UTC', weekday: 1, hour: 9 })
  await database.asOwner(
    `update weekly_questions set next_at = now() - interval '1 minute' where user_id = $1`,
    [who.id],
  )
  const mails = post()
  await sendDueQuestions(mails.parts)
  const [letter] = mails.to(who)
  if (!letter) throw new Error('no question was sent')
  return { who, letter, answerTo: letter.headers?.['Reply-To'] ?? '' }
}

type Written = Parameters<typeof composer.sendMail>[0]
async function mailOf(written: Written): Promise<Uint8Array<ArrayBuffer>> {
  const { message } = await composer.sendMail({
    from: 'ana@somewhere.example',
    messageId: `<${randomUUID()}@x>`,
    ...written,
  })
  return new Uint8Array(message as Buffer)
}

const bring = (body: Uint8Array<ArrayBuffer>, authorization = `Bearer ${secret}`) =>
  app.request('/mail/inbound', { method: 'POST', body, headers: { authorization } })
const resultOf = async (response: Response | Promise<Response>) => (await (await response).json()).result
const storiesOf = async ({ client }: Person) => {
  const { items } = await client.stories.list({})
  return Promise.all(items.map(({ id }) => client.stories.get({ id })))
}

test('what somebody answers to the question’s mail is a story of their journal, and a mail says so', async () => {
  const { who, letter, answerTo } = await asked()
  const mails = post()
  const quoted = letter.text.split('\n').map((line) => `> ${line}`)
  const raw = await mailOf({
    to: `Kinora <${answerTo.toUpperCase()}>`,
    text: ['Sie buk jeden Freitag.', '', 'Und sang.', '', 'Am Montag schrieb Kinora:', ...quoted].join('\n'),
    attachments: [{ filename: 'a.jpg', content: 'x' }],
  })

  expect(await keepMailedAnswer(mails.parts, address, raw)).toBe('kept')

  const [story] = await storiesOf(who)
  expect(letter.subject).toContain(story?.title)
  expect(story).toMatchObject({ method: 'journal', notes: [{ text: 'Sie buk jeden Freitag.\n\nUnd sang.' }] })
  const [back] = mails.to(who)
  expect(back?.text).toContain(`/app/stories/${story?.id}`)
  expect(back?.text).toContain('were not kept')
  expect(back?.headers).toEqual({ 'Auto-Submitted': 'auto-replied' })
})

test('an answer that is HTML alone is kept as its text', async () => {
  const { who, letter, answerTo } = await asked()
  const quoted = letter.text.replaceAll('\n', '<br>')
  const html = `<p>She sang &amp; <b>danced</b>.</p><script>alert(1)</script><p>On Monday Kinora wrote:</p><blockquote>${quoted}</blockquote>`

  expect(await resultOf(bring(await mailOf({ to: answerTo, html })))).toBe('kept')

  expect(await storiesOf(who)).toMatchObject([{ notes: [{ text: 'She sang & danced.' }] }])
})

test('a mail that is delivered twice, even at once, makes one story', async () => {
  const { who, answerTo } = await asked()
  const raw = await mailOf({ to: answerTo, text: 'Once.' })

  const results = await Promise.all([resultOf(bring(raw)), resultOf(bring(raw)), resultOf(bring(raw))])

  expect(results.toSorted()).toEqual(['kept', 'repeated', 'repeated'])
  expect(await resultOf(bring(await mailOf({ to: answerTo, text: 'And again.' })))).toBe('kept')
  expect(await storiesOf(who)).toHaveLength(2)
})

test('a question that was answered by mail was asked, and waits at home no more', async () => {
  const { who, letter, answerTo } = await asked()
  const waiting = async () => (await who.client.account.waiting()).map(({ kind }) => kind)
  expect(await waiting()).toEqual(['question'])

  expect(await resultOf(bring(await mailOf({ to: answerTo, text: 'Every Friday.' })))).toBe('kept')

  expect(await waiting()).toEqual([])
  const [story] = await storiesOf(who)
  const { items } = await who.client.prompts.list({ asked: 'yes' })
  expect(items).toMatchObject([
    { text: letter.subject, asked: { times: 1, storyId: story?.id, storyTitle: story?.title } },
  ])
})

test('an answer is to the question that its mail printed, also when another one was put in its place since', async () => {
  const { who, letter, answerTo } = await asked()
  const printed = letter.subject
  const token = /weekly-question#(\S+)/.exec(letter.text)?.[1] ?? ''
  const { question: another } = await who.client.weeklyQuestions.another({ token })
  expect(another?.text).not.toBe(printed)
  expect(await who.client.account.waiting()).toMatchObject([{ kind: 'question', promptId: another?.id }])

  expect(await resultOf(bring(await mailOf({ to: answerTo, text: 'Every Friday.' })))).toBe('kept')

  const [story] = await storiesOf(who)
  expect(story?.title).toBe(printed)
  const { items } = await who.client.prompts.list({ asked: 'yes' })
  expect(items).toMatchObject([{ text: printed, asked: { storyId: story?.id } }])
  expect(await who.client.account.waiting()).toEqual([])
  expect((await who.client.weeklyQuestions.read({ token })).question).toEqual(another)
})

test('a very long answer is cut between two signs', async () => {
  const { who, answerTo } = await asked()
  const text = `${'a'.repeat(limits.noteText - 1)}👵 and more`

  expect(await resultOf(bring(await mailOf({ to: answerTo, text })))).toBe('kept')

  const [story] = await storiesOf(who)
  expect(story?.notes.map((note) => note.text.slice(-11))).toEqual(['a'.repeat(11), '👵 and more'])
})

test('answers of programs are ignored, and one without words is told', async () => {
  const { who, answerTo } = await asked()
  for (const headers of [
    { 'Auto-Submitted': 'auto-replied' },
    { Precedence: 'bulk' },
    { 'Return-Path': '<>' },
  ]) {
    const raw = await mailOf({ to: answerTo, text: 'I am away.', headers })
    expect(await resultOf(bring(raw))).toBe('automatic')
  }
  const mails = post()
  expect(
    await keepMailedAnswer(
      mails.parts,
      address,
      await mailOf({ to: answerTo, html: '<style>p {}</style><p>&nbsp;' }),
    ),
  ).toBe('empty')
  expect(mails.to(who)[0]?.subject).toContain('could not be kept')
  expect(await storiesOf(who)).toEqual([])
})

test('an address that nobody was given adds nothing; where an answer comes too late, whoever was sent the question is told', async () => {
  const { who, answerTo } = await asked()
  const stranger = `stories+${newAnswerToken()}@family.example`
  expect(await resultOf(bring(await mailOf({ to: stranger, text: 'x' })))).toBe('unknown address')
  expect(await resultOf(bring(await mailOf({ to: address, text: 'x' })))).toBe('unknown address')

  await database.asOwner(`update weekly_question_mails set answer_until = now() where user_id = $1`, [who.id])

  const mails = post()
  const late = await mailOf({ to: answerTo, text: 'She baked on Fridays.' })
  expect(await keepMailedAnswer(mails.parts, address, late)).toBe('too late')
  expect(await keepMailedAnswer(mails.parts, address, late)).toBe('repeated')
  expect(await storiesOf(who)).toEqual([])
  expect(mails.to(who)).toMatchObject([
    { subject: 'Your answer could not be kept', text: expect.stringContaining('60 days') },
  ])
})

test('one mail is answered ten times at most, and a long answer is kept whole', async () => {
  const { who, answerTo } = await asked()
  const long = Array.from({ length: 6_000 }, (_, i) => `line ${i}`).join('\n')
  expect(await resultOf(bring(await mailOf({ to: answerTo, text: long })))).toBe('kept')
  const [story] = await storiesOf(who)
  expect(story?.notes.map(({ text }) => text).join('\n')).toBe(long)

  expect(await resultOf(bring(await mailOf({ to: answerTo, text: ' ' })))).toBe('empty')
  for (let i = 0; i < 9; i += 1) await bring(await mailOf({ to: answerTo, text: `${i}` }))
  expect(await storiesOf(who)).toHaveLength(10)

  const mails = post()
  const further = async () =>
    keepMailedAnswer(mails.parts, address, await mailOf({ to: answerTo, text: 'more' }))
  expect(await further()).toBe('too many')
  expect(mails.to(who)).toMatchObject([{ text: expect.stringContaining('answered 10 times') }])
  // A program that writes on and on is not answered on and on.
  for (let i = 0; i < 20; i += 1) expect(await further()).toBe('too many')
  expect(mails.to(who)).toHaveLength(9)
  expect(await storiesOf(who)).toHaveLength(10)
})

test('of an answer longer than anybody writes the beginning is kept, and the mail back says so', async () => {
  const { who, answerTo } = await asked()
  const mails = post()
  const text = 'She baked on Fridays.\n'.repeat(Math.ceil(limits.mailTextBytes / 20))

  expect(await keepMailedAnswer(mails.parts, address, await mailOf({ to: answerTo, text }))).toBe('kept')

  const [story] = await storiesOf(who)
  const kept = story?.notes.map((note) => note.text).join('\n') ?? ''
  expect(text.startsWith(kept)).toBe(true)
  expect(kept.length).toBeGreaterThan(limits.mailTextBytes / 2)
  expect(mails.to(who).map((mail) => mail.text)).toEqual([expect.stringContaining('its end is missing')])
})

test('only whoever knows the secret brings mails, and only where the operator takes them', async () => {
  const { who, answerTo } = await asked()
  const raw = await mailOf({ to: answerTo, text: 'x' })
  for (const wrong of ['', 'Bearer no', `Bearer ${secret}x`, `Basic ${btoa('x:no')}`]) {
    expect((await bring(raw, wrong)).status).toBe(401)
  }
  expect((await closed.app.request('/mail/inbound', { method: 'POST', body: raw })).status).toBe(404)
  expect(await storiesOf(who)).toEqual([])
  const huge = new Uint8Array(30_000_001)
  expect((await bring(huge)).status).toBe(413)

  expect((await bring(raw, `Basic ${btoa(`mail:${secret}`)}`)).status).toBe(200)
  expect(await storiesOf(who)).toHaveLength(1)
})

test('whoever tries secrets is told to wait, and mails are still brought from the same address', async () => {
  const raw = await mailOf({ to: address, text: 'x' })
  const bringBy = async (authorization: string) =>
    (await counting.app.request('/mail/inbound', { method: 'POST', body: raw, headers: { authorization } }))
      .status
  const answers: number[] = []
  for (let tried = 0; tried < 25; tried += 1) answers.push(await bringBy(`Bearer guess ${tried}`))

  expect([answers[0], answers.at(-1)]).toEqual([401, 429])
  expect(await bringBy(`Bearer ${secret}`)).toBe(200)
})

test('the address keeps no more than a hash, and its token survives large letters', async () => {
  const { who, answerTo } = await asked()
  const token = tokenIn([`"Kinora" <${answerTo.toUpperCase()}>, b@c.example`], address) ?? ''
  expect(answerTo.split('@')[0]?.length).toBeLessThanOrEqual(64)
  const { rows } = await database.asOwner(`select * from weekly_question_mails where user_id = $1`, [who.id])
  expect(token).toHaveLength(52)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(tokenIn([`stories+${'a'.repeat(51)}@family.example`, `x${answerTo}`], address)).toBeNull()
})
