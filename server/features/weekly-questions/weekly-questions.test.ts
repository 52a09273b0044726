import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { message } from '../../mail/message.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { sendDueQuestions } from './weekly-questions.jobs.ts'

const { person, services, database, app } = await createTestKinora()

type Sent = { to: string; text: string; html: string; headers: Record<string, string>; token: string }

/** The real services, with a mail sender whose queued mails can be read. */
function post() {
  const sent: Sent[] = []
  const parts = {
    ...services,
    mail: {
      sendMail: async (...[, written]: Parameters<typeof services.mail.sendMail>) => {
        const { to, text, html = '', headers = {} } = message.parse(written)
        const token = /weekly-question#(\S+)/.exec(text)?.[1] ?? ''
        sent.push({ to, text, html, headers, token })
      },
    },
  }
  return {
    send: () => sendDueQuestions(parts),
    to: ({ email }: Person) => sent.filter((mail) => mail.to === email),
  }
}

const wish = { enabled: true, timeZone: 'Europe/Berlin', weekday: 7, hour: 9 }

/** Makes a person's question due since this long. */
const isDue = ({ id }: Person, ago = '1 minute') =>
  database.asOwner(`update weekly_questions set next_at = now() - $2::interval where user_id = $1`, [id, ago])

/** Makes a person's last mail seven days older. */
const later = ({ id }: Person) =>
  database.asOwner(
    `update weekly_question_mails set sent_at = sent_at - interval '7 days' where user_id = $1`,
    [id],
  )

test('the next question comes on the wished weekday and hour of the wall clock there', async () => {
  const { client } = await person()
  expect(await client.weeklyQuestions.get()).toEqual({ wish: null, nextAt: null })

  const { nextAt } = await client.weeklyQuestions.set(wish)

  const there = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Berlin',
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
  })
  expect(there.format(new Date(nextAt ?? ''))).toMatch(/^Sunday.* 09:00$/)
  expect(Date.parse(nextAt ?? '') - Date.now()).toBeGreaterThan(0)
  expect(Date.parse(nextAt ?? '') - Date.now()).toBeLessThanOrEqual(8 * 86_400_000)
})

test.for([
  ['2026-03-28T12:00:00Z', '2026-03-29T07:00:00.000Z'],
  ['2026-10-24T12:00:00Z', '2026-10-25T08:00:00.000Z'],
  ['2026-10-25T08:00:00Z', '2026-11-01T08:00:00.000Z'],
] as const)('nine on Sundays in Berlin after %s is %s, in summer and in winter', async ([since, next]) => {
  const { rows } = await database.asOwner(`select app.next_weekly('Europe/Berlin', 7, 9, $1) as next`, [
    since,
  ])
  expect(rows[0]?.next.toISOString()).toBe(next)
})

test('a time zone that there is not, and an hour that no clock has, are refused', async () => {
  const { client } = await person()

  // PostgreSQL reads +02:00 as west of Greenwich, and does not know every zone that JavaScript knows.
  const zones = ['Mars/Olympus', '+02:00', 'US/Pacific-New'].map((timeZone) => ({ timeZone }))
  for (const wrong of [...zones, { hour: 24 }, { weekday: 0 }]) {
    await expect(client.weeklyQuestions.set({ ...wish, ...wrong })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  }
})

test('one mail comes when it is time, though several workers look at once and after weeks of standstill', async () => {
  const ana = await person()
  await ana.client.weeklyQuestions.set(wish)
  await isDue(ana, '25 days')
  const mails = post()

  await Promise.all([mails.send(), mails.send(), mails.send()])
  await mails.send()

  expect(mails.to(ana)).toHaveLength(1)
  const { nextAt } = await ana.client.weeklyQuestions.get()
  expect(Date.parse(nextAt ?? '')).toBeGreaterThan(Date.now())
})

test('a question that came days late is not followed by the next one within the week', async () => {
  const ana = await person()
  await ana.client.weeklyQuestions.set(wish)
  // Six days and twenty-three hours late, so that the regular next date is one hour away.
  const soon = new Date(Date.now() + 3_600_000)
  await database.asOwner(
    `update weekly_questions set time_zone = 'UTC', weekday = $2, hour = $3 where user_id = $1`,
    [ana.id, soon.getUTCDay() || 7, soon.getUTCHours()],
  )
  await isDue(ana, '167 hours')
  const mails = post()

  await mails.send()

  expect(mails.to(ana)).toHaveLength(1)
  const { nextAt } = await ana.client.weeklyQuestions.get()
  expect(Date.parse(nextAt ?? '') - Date.now()).toBeGreaterThan(5 * 86_400_000)
})

test('a worker that fails at one has done nothing for them and goes on with the others, and the next one sends', async () => {
  const [ana, boris] = [await person(), await person('Boris')]
  for (const who of [ana, boris]) {
    await who.client.weeklyQuestions.set(wish)
    await isDue(who)
  }
  const broken = {
    ...services,
    mail: {
      sendMail: async (...[, { to }]: Parameters<typeof services.mail.sendMail>) => {
        if (to === ana.email) throw new Error('the process ended')
      },
    },
  }

  await sendDueQuestions(broken, 1)
  const mails = post()
  await mails.send()

  expect(mails.to(ana)).toHaveLength(1)
  expect(mails.to(boris)).toHaveLength(0)
})

test('whoever wishes another hour right after a mail does not get a second one that week', async () => {
  const ana = await person()
  await ana.client.weeklyQuestions.set(wish)
  await isDue(ana)
  await post().send()

  const today = new Date().getUTCDay() || 7
  const { nextAt } = await ana.client.weeklyQuestions.set({
    ...wish,
    timeZone: 'UTC',
    weekday: (today % 7) + 1,
  })

  expect(Date.parse(nextAt ?? '') - Date.now()).toBeGreaterThan(4 * 86_400_000)
})

test('the mail has its question, a way to answer, and ends with one press of a mail program', async () => {
  const ana = await person()
  await ana.client.weeklyQuestions.set(wish)
  await isDue(ana)
  const mails = post()
  await mails.send()
  const [mail] = mails.to(ana)
  const read = await ana.client.weeklyQuestions.read({ token: mail?.token ?? '' })

  const { text = '', id = '' } = read.question ?? {}
  expect(mail?.text).toContain(text)
  expect(mail?.html).toContain(`prompt=${id}`)
  expect(mail?.text).toContain(`/app/studio?`)
  const address = /<(.+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')

  // A program that only follows the link (GET) changes nothing.
  const { pathname, search } = new URL(address)
  const looked = await app.request(`${pathname}${search}`)
  expect(looked.headers.get('location')).toBe(`/weekly-question#${mail?.token}`)
  expect((await ana.client.weeklyQuestions.get()).wish?.enabled).toBe(true)

  const pressed = await app.request(`${pathname}${search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(pressed.status).toBe(200)
  expect(await ana.client.weeklyQuestions.get()).toMatchObject({ wish: { enabled: false }, nextAt: null })
  await isDue(ana)
  await mails.send()
  expect(mails.to(ana)).toHaveLength(1)
})

test('no question comes twice, none that the family was asked, and another one is another one', async () => {
  const ana = await person()
  await ana.client.weeklyQuestions.set(wish)
  await isDue(ana)
  const mails = post()
  await mails.send()
  await database.asOwner(`insert into stories (user_id, title, method) values ($1, 'All of it', 'journal')`, [
    ana.id,
  ])
  // All official questions but two have been asked; the mail brought one of these two or another one.
  await database.asOwner(
    `insert into prompt_asks (user_id, prompt_id, story_id)
     select $1, p.id, s.id from prompts p, stories s
     where p.is_official and s.user_id = $1
       and p.id not in (select id from prompts where is_official order by id limit 2)`,
    [ana.id],
  )
  const left = (await database.asOwner('select id from prompts where is_official order by id limit 2')).rows
  const token = mails.to(ana)[0]?.token ?? ''
  const mailed = (await ana.client.weeklyQuestions.read({ token })).question?.id

  const another = await ana.client.weeklyQuestions.another({ token })

  const open = left.map(({ id }) => id).filter((id) => id !== mailed)
  expect(open).toContain(another.question?.id)
})

test('a question that was asked as a copy of one’s own does not come again as the official one', async () => {
  const ana = await person()
  await ana.client.weeklyQuestions.set(wish)
  const { items: officials } = await ana.client.prompts.list({ list: 'official', limit: 2 })
  const [asked, reworded] = officials.map(({ id }) => id)
  const copies = await Promise.all(officials.map(({ id }) => ana.client.prompts.copy({ id })))
  const { id: story } = await ana.client.stories.create({ id: uuidv7(), title: 'All', method: 'journal' })
  const at = new Date().toISOString()
  for (const { id } of copies) await ana.client.prompts.markAsked({ id, storyId: story, at })
  const [, { version = 0, id = '' } = {}] = copies
  await ana.client.prompts.update({ id, version, text: 'Something else?', category: 'General' })
  await database.asOwner(
    `insert into prompt_asks (user_id, prompt_id, story_id, asked_at)
     select $1, id, $2, now() - interval '1 year' from prompts where is_official and id <> all ($3)`,
    [ana.id, story, [asked, reworded]],
  )

  await isDue(ana)
  const mails = post()
  await mails.send()

  const token = mails.to(ana)[0]?.token ?? ''
  expect((await ana.client.weeklyQuestions.read({ token })).question?.id).toBe(reworded)
  const another = await ana.client.weeklyQuestions.another({ token })
  expect(another.question?.id).not.toBe(asked)
})

test('whoever wishes another question twice does not get back the one that the mail printed', async () => {
  const ana = await person()
  await ana.client.weeklyQuestions.set(wish)
  await isDue(ana)
  const mails = post()
  await mails.send()
  const token = mails.to(ana)[0]?.token ?? ''
  const printed = (await ana.client.weeklyQuestions.read({ token })).question?.id ?? ''
  const { id: story } = await ana.client.stories.create({
    id: uuidv7(),
    title: 'All of it',
    method: 'journal',
  })
  // All official questions but the one of the mail and one more were asked long ago.
  await database.asOwner(
    `insert into prompt_asks (user_id, prompt_id, story_id, asked_at)
     select $1, id, $2, now() - interval '1 year' from prompts
     where is_official and id <> $3 and id <> (select max(id::text)::uuid from prompts where is_official and id <> $3)`,
    [ana.id, story, printed],
  )

  await ana.client.weeklyQuestions.another({ token })
  const second = await ana.client.weeklyQuestions.another({ token })

  expect(second.question?.id).not.toBe(printed)
})

test('a token of nobody’s mail opens nothing, and the token itself is nowhere in the database', async () => {
  const ana = await person()
  await ana.client.weeklyQuestions.set(wish)
  await isDue(ana)
  await later(ana)
  const mails = post()
  await mails.send()
  const token = mails.to(ana)[0]?.token ?? ''

  const { rows } = await database.asOwner('select to_jsonb(m)::text as row from weekly_question_mails m')
  expect(rows.some(({ row }) => row.includes(token))).toBe(false)
  await expect(ana.client.weeklyQuestions.read({ token: `${token}x` })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(token).toMatch(/^[\w-]{43}$/)
})

test('whoever asked for the end of their account gets no question until they keep it after all', async () => {
  const ana = await person()
  await ana.client.weeklyQuestions.set(wish)
  await isDue(ana)
  const mails = post()
  await ana.client.accountEnd.request({ password: 'wild geese' })
  await mails.send()
  expect(mails.to(ana)).toEqual([])

  await ana.client.accountEnd.keep()
  await isDue(ana)
  await mails.send()
  expect(mails.to(ana)).toHaveLength(1)
})

test('of two who wish another question for one mail at once, the second gets another one than the first', async () => {
  const ana = await person()
  await ana.client.weeklyQuestions.set(wish)
  await isDue(ana)
  const mails = post()
  await mails.send()
  const token = mails.to(ana)[0]?.token ?? ''
  const { id: story } = await ana.client.stories.create({ id: uuidv7(), title: 'All', method: 'journal' })
  // Only one question is left that the family was never asked, so that whoever looks at the same moment chooses that.
  await database.asOwner(
    `insert into prompt_asks (user_id, prompt_id, story_id, asked_at)
     select $1, id, $2, now() - interval '1 year' from prompts where is_official
       and id <> (select max(id::text)::uuid from prompts p where is_official
         and not exists (select from weekly_question_mails m where m.user_id = $1 and m.prompt_id = p.id))`,
    [ana.id, story],
  )
  const other = await otherTransaction(database)
  await other.query('select from weekly_question_mails where user_id = $1 for update', [ana.id])

  const wishes = [1, 2].map(() => ana.client.weeklyQuestions.another({ token }))
  await somebodyWaits(database, 2)
  await other.query('commit')
  const [first, second] = await Promise.all(wishes)

  expect(first?.question?.id).not.toBe(second?.question?.id)
})
