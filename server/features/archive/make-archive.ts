import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { asWorker, asWorkerSnapshot } from '../../db/actor.ts'
import { failsForGood, type JobContext } from '../../jobs/job.ts'
import { mailIn } from '../../mail/mail.ts'
import type { Services } from '../../services.ts'
import { readAtOnce } from '../fixity/fixity.ts'
import { removeUnnamed } from '../media/media.ts'
import { getWishes } from '../notices/notices.ts'
import { archiveLetter } from './archive-letter.ts'
import { tagFiles } from './bag/tag-files.ts'
import { type ArchiveDraft, type ArchiveEntry, withDraft } from './draft.ts'
import { foundOtherwise } from './found-otherwise.ts'
import { type About, ARCHIVE_VERSION, aboutName } from './manifest.ts'
import { archiveName } from './names.ts'
import { writePages } from './pages/write-pages.ts'
import { noteProvenance } from './premis/note-provenance.ts'
import { takeRows } from './take-rows.ts'
import type { WrittenFiles } from './write-zip.ts'

type Parts = Pick<Services, 'db' | 'storage' | 'mail' | 'env'>
type Wanted = { userId: string; id: string }

const REPORT_MS = 1_000

const archiveKey = ({ userId, id }: Wanted) => `media/${userId}/archive-${id}`

/**
 * Makes one archive and mails its owner. A finished archive is left alone. If the archive was deleted meanwhile, the bin may
 * have been emptied before its bytes came, so they are deleted here, also those of an earlier worker that died on the way.
 */
export async function runExport(services: Parts, wanted: Wanted, job: JobContext): Promise<void> {
  const row = await findPending(services, wanted)
  if (!row) return removeUnnamed(services, wanted.userId, [archiveKey(wanted)])

  await report(services, wanted, { state: 'processing', done_bytes: 0, total_bytes: null })
  try {
    await withDraft(services.storage, async (draft) => {
      const about = await describe(services, wanted.userId, draft)
      const entries = await draft.entries()
      const total = entries.reduce((sum, { size }) => sum + size, 0)
      await report(services, wanted, { total_bytes: total })
      const zip = { draft, entries, about, base: archiveName(row.created_at), key: row.storage_key }
      const made = await writeZip(services, wanted, zip, job)
      await finish(services, wanted, made)
    })
  } catch (error) {
    if (failsForGood(job)) await report(services, wanted, { state: 'failed' })
    throw error
  }
}

/** Runs when the queue gives the job up: the archive has failed, and another one can be asked for. */
export async function giveUpExport(services: Pick<Parts, 'db'>, wanted: Wanted): Promise<void> {
  if (await findPending(services, wanted)) await report(services, wanted, { state: 'failed' })
}

/**
 * Writes rows and pages from one snapshot of the database: what is changed while the bytes are copied belongs to the next
 * archive.
 */
function describe({ db }: Pick<Services, 'db'>, userId: string, draft: ArchiveDraft): Promise<About> {
  return asWorkerSnapshot(db, userId, async (tx) => {
    const taken = await takeRows(tx, userId, draft)
    await writePages({ tx, userId, draft, taken })
    await noteProvenance({ tx, userId, taken, file: draft.aside })
    const profile = await tx
      .selectFrom('profiles')
      .where('id', '=', userId)
      .select(['email', 'full_name'])
      .executeTakeFirstOrThrow()
    const about: About = {
      format: 'kinora-archive',
      version: ARCHIVE_VERSION,
      createdAt: new Date().toISOString(),
      account: { id: userId, email: profile.email, name: profile.full_name },
      counts: taken.counts,
      leftOut: { unfinishedRecordings: taken.unfinishedRecordings },
    }
    await draft.write(aboutName, `${JSON.stringify(about, null, 2)}\n`)
    return about
  })
}

type Zip = { draft: ArchiveDraft; entries: ArchiveEntry[]; about: About; base: string; key: string }
type Made = { size: number; files: number }

/**
 * Writes the zip. Files that turn out to differ from what was stored are read again at once, which records them as damaged, and
 * this attempt fails, so that the next one packs them as damaged. Packed as intact, they would make every import refuse the
 * archive.
 */
async function writeZip(services: Parts, wanted: Wanted, zip: Zip, job: JobContext): Promise<Made> {
  const { draft, entries, about, base, key } = zip
  const written: WrittenFiles = { payload: [], tags: [] }
  let done = 0
  let told = Promise.resolve()
  const unwanted = new AbortController()
  const timer = setInterval(() => {
    told = told
      .then(() => report(services, wanted, { done_bytes: done }))
      .then((isThere) => {
        if (!isThere) unwanted.abort(new Error('nobody wants this archive any more'))
      })
      .catch(() => undefined)
  }, REPORT_MS)
  try {
    const { zipOf } = await import('./write-zip.ts')
    const stream = zipOf({
      storage: services.storage,
      folder: draft.folder,
      entries,
      base,
      tagFiles: (files) => tagFiles({ id: wanted.id, base, about, provenance: draft.aside }, files),
      written,
      date: new Date(about.createdAt),
      signal: AbortSignal.any([job.signal, unwanted.signal]),
      onBytes: (count) => {
        done += count
      },
    })
    const size = await services.storage.put(key, stream)
    const otherwise = await foundOtherwise(services.storage, { entries, packed: written.payload })
    if (otherwise.length > 0) throw new Error(`otherwise than they were kept: ${otherwise.length} files`)
    return { size, files: written.payload.length + written.tags.length }
  } catch (error) {
    if (job.signal.aborted || unwanted.signal.aborted) throw error
    const otherwise = await foundOtherwise(services.storage, { entries, packed: written.payload, error })
    await readAtOnce(services, wanted.userId, otherwise, job)
    throw error
  } finally {
    clearInterval(timer)
    await told
  }
}

async function finish(services: Parts, { userId, id }: Wanted, made: Made) {
  await asWorker(services.db, userId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('archive_exports')
      .set({
        state: 'completed',
        size_bytes: made.size,
        file_count: made.files,
        done_bytes: sql`coalesce(total_bytes, 0)`,
        expires_at: sql<Date>`now() + make_interval(days => ${limits.archiveDays})`,
      })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    // The archive was deleted while its last bytes were being written.
    if (numUpdatedRows === 0n) return services.storage.delete(archiveKey({ userId, id }))
    await tx.deleteFrom('archive_exports').where('user_id', '=', userId).where('id', '<>', id).execute()

    const { email } = await tx
      .selectFrom('profiles')
      .where('id', '=', userId)
      .select('email')
      .executeTakeFirstOrThrow()
    if (email === '' || !(await getWishes(tx, userId)).email) return
    await services.mail.sendMail(mailIn(tx), {
      to: email,
      ...archiveLetter(services.env.publicUrl, made.size),
    })
  })
}

function findPending({ db }: Pick<Parts, 'db'>, { userId, id }: Wanted) {
  return asWorker(db, userId, (tx) =>
    tx
      .selectFrom('archive_exports')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('state', 'in', ['pending', 'processing'])
      .select(['storage_key', 'created_at'])
      .executeTakeFirst(),
  )
}

type Fields = { state?: string; done_bytes?: number; total_bytes?: number | null }

/** @returns whether the row is still there: it is deleted when nobody wants the archive any more */
async function report({ db }: Pick<Parts, 'db'>, { userId, id }: Wanted, fields: Fields): Promise<boolean> {
  const { numUpdatedRows } = await asWorker(db, userId, (tx) =>
    tx
      .updateTable('archive_exports')
      .set(fields)
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}
