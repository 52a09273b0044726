import { buffer } from 'node:stream/consumers'
import { v7 as uuidv7 } from 'uuid'
import { archiveImportPath } from '#contract/paths.ts'
import { signIn } from '../family.ts'
import { command } from '../transcripts.ts'
import { ask, type Doing, NothingThere, type Steps, trashed } from './world.ts'

const password = 'wild geese'

/** Steps about transcripts, books and whole accounts, and those that let time pass and jobs run. */
export const bookSteps: Steps = {
  correct: async ({ who, any, first, second, keep }) => {
    // Multiplied so that other people's transcripts are chosen as often as one's own.
    const { id } = any('transcript', 4 * first)
    const { items } = await who.client.transcripts.lines({ id })
    const at = second % Math.max(items.length, 1)
    const line = items[at]
    if (!line) throw new NothingThere()
    const on = { lineId: line.id, baseVersion: line.version }
    const next = items[at + 1]
    const isJoin = second % 3 === 0 && next !== undefined
    const correction = isJoin
      ? command({ type: 'join', ...on, nextId: next.id })
      : command({ type: 'replaceWords', ...on, from: 0, to: 1, text: second % 5 === 0 ? '' : 'Corrected' })
    await who.client.transcripts.edit({ id, commands: [correction] })
    keep('edit', correction.id, id)
  },
  splitLine: async ({ who, any, second }) => {
    const { id } = any('transcript')
    const { items } = await who.client.transcripts.lines({ id })
    const line = items.find(({ words }) => words.length > 2)
    if (!line) throw new NothingThere()
    const on = { lineId: line.id, baseVersion: line.version }
    await who.client.transcripts.edit({
      id,
      commands: [
        command({ type: 'split', ...on, at: 1 + (second % (line.words.length - 1)), newId: uuidv7() }),
      ],
    })
  },
  undo: async ({ who, any }) => {
    const { id, of } = any('edit')
    const { items } = await who.client.transcripts.history({ id: of })
    const groupId = items.find((one) => one.id === id)?.groupId
    if (groupId === undefined) throw new NothingThere()
    await who.client.transcripts.undo({ id: of, editId: uuidv7(), groupId })
  },
  replaceAll: ({ who, any }) =>
    who.client.transcripts.replaceAll({
      id: any('transcript').id,
      editId: uuidv7(),
      find: 'said',
      replacement: 'told',
    }),
  lookThrough: ({ who, any }) => who.client.suggestions.look({ id: any('transcript').id }),
  approve: async ({ who, any, second }) => {
    const { id } = any('transcript')
    const ids = (await who.client.suggestions.list({ id })).items.map((one) => one.id).slice(0, 3)
    if (ids.length === 0) throw new NothingThere()
    await (second % 2 === 0
      ? who.client.suggestions.approve({ id, ids })
      : who.client.suggestions.dismiss({ id, ids }))
  },
  readStory: ({ who, any }) => who.client.storyProposals.read({ storyId: any('story').id }),
  decide: async ({ world, who, any, second }) => {
    const storyId = any('transcript').of
    const read = async () => (await who.client.storyProposals.list({ storyId })).items
    if ((await read()).length === 0) {
      await who.client.storyProposals.read({ storyId })
      await world.queue.work(5)
    }
    const items = await read()
    const one = items[second % Math.max(items.length, 1)]
    if (!one) throw new NothingThere()
    const decision = (['accepted', 'refused', 'open'] as const)[second % 3] ?? 'open'
    await who.client.storyProposals.decide({ storyId, ids: [one.id], decision })
  },

  makeBook: async ({ who, any, first, second, keep }) => {
    const storyIds = [...new Set([any('story').id, any('story', second).id])]
    const { id } = await who.client.storybooks.create({
      id: uuidv7(),
      title: who.word,
      description: `${first}`,
      storyIds,
    })
    keep('book', id)
  },
  changeBook: async ({ who, any, second }) => {
    const { id } = any('book')
    const { version, stories } = await who.client.storybooks.get({ id })
    const others = stories.map((one) => one.id)
    const added = any('story', second).id
    const storyIds =
      second % 3 === 0 && others.length > 1 ? others.slice(1) : [...new Set([added, ...others])]
    await who.client.storybooks.update({ id, baseVersion: version, storyIds })
  },
  layOut: async ({ who, any }) => {
    const { id } = any('book')
    const { version } = await who.client.storybooks.get({ id })
    await who.client.storybooks.layOut({ id, baseVersion: version })
  },
  editPage: async (doing) => {
    const { who, any, second } = doing
    const { storybookId, page } = await somePage(doing)
    const pictureId = second % 3 === 0 ? null : any('upload', second).id
    const on = { storybookId, id: page.id, baseVersion: page.version }
    const { content } = page
    if (content.kind === 'cover' || content.kind === 'chapter') {
      const { kind, title, subtitle } = content
      await who.client.storybooks.editPage({ ...on, content: { kind, title, subtitle, pictureId } })
    } else if (content.kind === 'closing' || content.kind === 'dedication') {
      await who.client.storybooks.editPage({ ...on, content: { kind: content.kind, text: `${second}` } })
    } else throw new NothingThere()
  },
  takePageOut: async (doing) => {
    const { storybookId, page } = await somePage(doing)
    await doing.who.client.storybooks.removePage({ storybookId, id: page.id })
    doing.keep('page', page.id, storybookId)
  },
  putPageBack: ({ who, any }) => {
    const { id, of: storybookId } = any('page')
    return who.client.storybooks.restorePage({ storybookId, id })
  },
  trashBook: ({ who, any }) => who.client.storybooks.delete({ id: any('book').id }),
  bringBookBack: async (doing) => {
    const { who, second, own } = doing
    if (second % 2 === 0) await who.client.storybooks.delete({ id: own('book').id })
    await who.client.storybooks.restore({ id: await trashed(doing, 'storybook') })
  },
  deleteBook: async (doing) => {
    const { who, second, own } = doing
    if (second % 2 === 0) await who.client.storybooks.delete({ id: own('book').id })
    await who.client.trash.deleteForGood({ type: 'storybook', id: await trashed(doing, 'storybook') })
  },
  exportBook: ({ who, any, second }) => {
    const format = second % 2 === 0 ? 'epub' : 'html'
    return who.client.storybookExports.start({ storybookId: any('book').id, id: uuidv7(), format })
  },

  packArchive: async ({ who, keep }) =>
    keep('archive', (await who.client.archive.startExport({ id: uuidv7() })).id),
  deleteArchive: ({ who, any }) => who.client.archive.deleteExport({ id: any('archive').id }),
  bringArchiveIn: bringArchiveIn,
  forgetImport: ({ who, any }) => who.client.archive.deleteImport({ id: any('import').id }),

  close: ({ who }) => who.client.accountEnd.request({ password }),
  keepAccount: async ({ world, who }) => {
    // The request to delete the account has ended every session.
    const again = await signIn(world.kinora.app, { email: who.email, password }).catch(() => null)
    if (!again) throw new NothingThere()
    Object.assign(who, again)
    await who.client.accountEnd.keep()
  },
  erase: async ({ world, who }) => {
    await who.client.accountEnd.request({ password }).catch(() => undefined)
    const { rowCount } = await world.kinora.database.asOwner(
      `update account_deletions set erase_at = now() - interval '1 second' where user_id = $1`,
      [who.id],
    )
    if (rowCount === 0) throw new NothingThere()
    await world.queue.byItself('sweep_archives')
  },

  /** Deletes the account as an operator does, whose own records of it remain. */
  removeAccount: async ({ world, who }) => {
    await world.kinora.database.asOwner('delete from auth.users where id = $1', [who.id])
    who.isRemoved = true
  },

  workOne: ({ world, second }) => world.queue.work(1 + (second % 3)),
  workAll: ({ world }) => world.queue.work(20),
  workTwice: ({ world }) => world.queue.workTwice(),
  dieWorking: ({ world, second }) => world.queue.killWithin(second),
  emptyBin: ({ world }) => world.queue.byItself('empty_storage_bin'),
  sweepUploads: ({ world }) => world.queue.byItself('sweep_uploads'),
  sweepRecordings: ({ world }) => world.queue.byItself('sweep_recordings'),
  aMonthPasses: async ({ world, any }) => {
    const { owner } = any('story')
    for (const table of ['stories', 'storybooks', 'comments']) {
      await world.kinora.database.asOwner(
        `update ${table} set deleted_at = deleted_at - interval '31 days' where user_id = $1 and deleted_at is not null`,
        [owner.id],
      )
    }
    await world.queue.byItself('empty_trash')
  },
}

async function somePage({ who, any, second }: Doing) {
  const { id: storybookId } = any('book')
  const { items } = await who.client.storybooks.pages({ id: storybookId })
  const page = items[second % Math.max(items.length, 1)]
  if (!page) throw new NothingThere()
  return { storybookId, page }
}

/**
 * Imports a person's own archive again. Another person's archive would bring that person's words, which would then outlive their
 * account.
 */
async function bringArchiveIn({ world, who, second, keep }: Doing): Promise<void> {
  const { id: packed } = await who.client.archive.startExport({ id: uuidv7() })
  await world.queue.work(40)
  const { rows } = await world.kinora.database.asOwner(
    `select storage_key from archive_exports where user_id = $1 and id = $2 and state = 'completed'`,
    [who.id, packed],
  )
  if (!rows[0]) throw new NothingThere()
  const stored = await world.kinora.services.storage.read(rows[0].storage_key).catch(() => null)
  if (!stored) throw new NothingThere()
  const zip = await buffer(stored)
  const { id } = await who.client.archive.startImport({
    id: uuidv7(),
    fileName: 'a.zip',
    sizeBytes: zip.length,
  })
  keep('import', id)
  const sent = second % 4 === 0 ? zip.subarray(0, zip.length >> 1) : zip
  await ask(who, archiveImportPath(id), {
    method: 'PUT',
    headers: { 'Content-Range': `bytes 0-${sent.length - 1}/${zip.length}` },
    body: new Uint8Array(sent),
  })
  await who.client.archive.finishImport({ id })
}
