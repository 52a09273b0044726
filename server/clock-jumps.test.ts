import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { advisoryLocks } from './db/advisory-locks.ts'
import { sha256Of } from './sha256.ts'
import { doorAt, type Person, personAt, personOf } from './testing/family.ts'
import { startMailServer } from './testing/mail-server.ts'
import { faketime, type OwnClock, startWithOwnClock } from './testing/own-clock.ts'
import { completionOf, putAll, putChunk, recordWhole, startRecording } from './testing/recorder.ts'
import { createServerProcess } from './testing/server-process.ts'
import { asSuperuser } from './testing/superuser.ts'
import { filmWithoutFfmpeg } from './testing/test-media.ts'

const DAY = 86_400
const HOUR = 3_600
const SIZE = 4_000

/**
 * Blocks jobs that verify a recording, in the middle of their work, until the returned function is called. Scheduled jobs are kept
 * from starting: the fixity check, every ten minutes, would wait behind the lock and occupy a slot that another recording needs.
 */
async function holdVerifying(clock: OwnClock): Promise<() => Promise<unknown>> {
  const there = { ...clock.superuser, database: 'kinora' }
  await asSuperuser(
    there,
    `create function public.wait_here() returns trigger language plpgsql as
     $$ begin perform pg_advisory_xact_lock_shared(1943); return new; end $$;
     create trigger wait_here before update of verified_at on public.media
     for each row execute function public.wait_here();
     create function public.leave_out() returns trigger language plpgsql as $$ begin return null; end $$;
     create trigger leave_out before insert on graphile_worker._private_jobs
     for each row when (new.payload::jsonb ? '_cron') execute function public.leave_out()`,
  )
  const gate = new pg.Client(there)
  await gate.connect()
  onTestFinished(() => gate.end())
  await gate.query('select pg_advisory_lock(1943)')
  return async () => {
    await gate.query('drop trigger leave_out on graphile_worker._private_jobs')
    await gate.query('select pg_advisory_unlock(1943)')
  }
}

const tokens = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() })

/** A person's session with a refresh token, as a browser has it. */
async function openSession(url: string, person: Person) {
  const door = doorAt(url)
  let refreshToken = ''
  const ask = async (grant: string, body: object) => {
    const answer = await door.request(`/auth/v1/token?grant_type=${grant}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    const given = tokens.parse(await answer.json())
    refreshToken = given.refresh_token
    return personOf(door, { ...person, accessToken: given.access_token })
  }
  return {
    open: () => ask('password', { email: person.email, password: 'wild geese' }),
    refresh: () => ask('refresh_token', { refresh_token: refreshToken }),
  }
}

const codeOf = (asking: Promise<unknown>) =>
  asking.then(
    () => null,
    (error: unknown) => z.object({ code: z.string() }).parse(error).code,
  )

test.skipIf(faketime === undefined)(
  'a clock that jumps a day ahead and an hour back loses nothing that comes in, forgets no job and signs nobody out',
  async () => {
    const clock = await startWithOwnClock(faketime ?? '')
    const mails = await startMailServer()
    const server = await createServerProcess(clock.login, {
      ...clock.settings,
      PLAN_DEFAULT: 'generation',
      SMTP_URL: mails.url,
      AUTH_AUTOCONFIRM: 'true',
    })
    await server.start()
    const stranger = await personAt(server.url)
    const session = await openSession(server.url, stranger)
    let ana = await session.open()
    const invite = (name: string) =>
      ana.client.sharing.invite({
        resourceType: 'story',
        resourceId: coming.story.id,
        role: 'viewer',
        email: `${name}@example.com`,
      })
    const there = { ...clock.superuser, database: 'kinora' }
    const finalising = () =>
      asSuperuser(
        there,
        `select locked_at is not null as running, attempts,
           exists (select from pg_locks where locktype = 'advisory' and classid = ${advisoryLocks.jobs} and objid = job.id) as guarded
         from graphile_worker.jobs job where task_identifier = 'finalise_recording' order by 1`,
      )
    const waitingMails = () =>
      asSuperuser(there, `select id from graphile_worker.jobs where task_identifier = 'send_mail'`)
    const mailed = () =>
      mails.deliveries
        .map(({ to }) => to.split('@')[0])
        .filter((to) => to?.startsWith('guest'))
        .toSorted()
    const film = Buffer.from(await filmWithoutFfmpeg())
    const coming = await startRecording(ana)
    const send = async (index: number) =>
      (await putChunk(ana, coming.id, index, film.subarray(index * SIZE, (index + 1) * SIZE))).status
    expect(await send(0)).toBe(200)

    // The clock jumps a day ahead during a recording: access tokens expire, and the browser goes on with its refresh token.
    clock.setAhead(DAY)
    expect(await codeOf(ana.client.stories.list({}))).toBe('UNAUTHORIZED')
    expect(await send(1)).toBe(401)
    ana = await session.refresh()
    // The sweep that ends recordings after a silent day takes this one for silent; its device goes on all the same.
    await asSuperuser(there, "select from graphile_worker.add_job('sweep_recordings', '{}')")
    await expect
      .poll(() => ana.client.recordings.status({ id: coming.id }))
      .not.toMatchObject({ state: 'receiving' })
    expect(await send(1)).toBe(200)

    // Another day ahead while jobs run: none of them is taken for lost.
    const letGoOn = await holdVerifying(clock)
    // A job is guarded a few milliseconds after it is taken. If the clock jumps before that, the job is done twice, which is safe.
    const begun = { running: true, attempts: 1, guarded: true }
    const held = [await recordWhole(ana, film)]
    await expect.poll(finalising).toEqual([begun])
    await invite('guest-before')
    clock.setAhead(2 * DAY)
    ana = await session.refresh()
    expect(await send(2)).toBe(200)
    await invite('guest-ahead')

    // The second job starts by the clock that is ahead, and the third waits for a free slot.
    held.push(await recordWhole(ana, film))
    await expect.poll(finalising).toEqual([begun, begun])
    held.push(await recordWhole(ana, film))
    expect(await finalising()).toEqual([{ running: false, attempts: 0, guarded: false }, begun, begun])

    // The clock jumps an hour back, and the server is killed during its work.
    clock.setAhead(2 * DAY - HOUR)
    expect(await send(3)).toBe(200)
    await invite('guest-back')
    // Mails have slots of their own beside the blocked jobs. None may be in the middle of a hand-over, which a kill might repeat. A
    // mail whose mail server did not answer during the jump is sent later, once the clock is right again.
    await expect.poll(mailed).toEqual(['guest-ahead', 'guest-back', 'guest-before'])
    await expect.poll(waitingMails).toEqual([])
    await server.kill()
    await server.start()
    expect(await send(4)).toBe(200)
    ana = await session.refresh()
    expect(await send(5)).toBe(200)
    await letGoOn()

    for (const { id } of held) {
      await expect
        .poll(() => ana.client.recordings.status({ id }))
        .toMatchObject({ state: 'ready', sha256: sha256Of(film) })
    }
    await putAll(ana, coming.id, film, SIZE)
    await ana.client.recordings.complete(completionOf(coming.id, film, SIZE))
    await expect
      .poll(() => ana.client.recordings.status({ id: coming.id }))
      .toMatchObject({ state: 'ready', sha256: sha256Of(film) })
    await expect.poll(waitingMails).toEqual([])
    expect(mailed()).toEqual(['guest-ahead', 'guest-back', 'guest-before'])
    expect(await finalising()).toEqual([])
  },
)
