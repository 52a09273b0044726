import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { FamilyTree } from '#contract/family.ts'
import type { DamageKind } from '#contract/fixity.ts'
import { gedcomPath } from '#contract/paths.ts'
import type { Services } from '../../services.ts'
import { passingFolder } from '../../testing/archives.ts'
import type { Person } from '../../testing/family.ts'
import { familyArchive } from '../../testing/family-archive.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { keepPortrait } from '../family-members/family-members.ts'
import { emptyBin } from '../media/media.ts'
import { keepFile } from '../uploads/uploads.ts'
import { withArchive } from './open-archive.ts'
import { restoreInto } from './restore-archive.ts'
import { archiveTables } from './tables.ts'

/*
 * What an archive brings in is in the account already, under another id: another unique key than the primary key says that it is
 * the same thing.
 */
const kinora = await createTestKinora()
const { person, services, database } = kinora
const folder = passingFolder()

async function bringIn(
  who: Person,
  zip: Buffer,
  storage: Services['storage'] = services.storage,
): Promise<Record<string, number>> {
  const watch = { signal: new AbortController().signal, onBytes: () => undefined }
  return withArchive(folder.write(`${uuidv7()}.zip`, zip), watch, (archive) =>
    restoreInto({ services: { ...services, storage }, userId: who.id, archive, ...watch }),
  )
}

const gedcom = [
  '0 HEAD',
  '1 GEDC',
  '2 VERS 5.5.1',
  '1 CHAR UTF-8',
  '0 @I1@ INDI',
  '1 NAME Vera /Petrova/',
  '0 @I2@ INDI',
  '1 NAME Olga /Petrova/',
  '0 @F1@ FAM',
  '1 WIFE @I1@',
  '1 CHIL @I2@',
  '0 TRLR',
].join('\n')

async function importFile(who: Person, you = 'nobody'): Promise<void> {
  const answer = await who.request(`${gedcomPath}?apply=true&you=${you}`, { method: 'POST', body: gedcom })
  expect(answer.status).toBe(200)
}

const treeOf = (who: Person): Promise<FamilyTree> => who.client.family.tree()
const named = ({ people }: FamilyTree, firstName: string) =>
  people.filter((one) => one.firstName === firstName).map(({ id }) => id)
/** The only person of this name. */
async function only(who: Person, firstName: string): Promise<string> {
  const found = named(await treeOf(who), firstName)
  expect(found, firstName).toHaveLength(1)
  return found[0] ?? ''
}
const lines = async (who: Person) => {
  const { people, connections } = await treeOf(who)
  const nameOf = (id: string) => people.find((one) => one.id === id)?.firstName
  return connections.map(({ fromId, toId }) => `${nameOf(fromId)} - ${nameOf(toId)}`).toSorted()
}
async function add(
  who: Person,
  firstName: string,
  relationship: 'Other' | 'Sibling' = 'Other',
): Promise<string> {
  const id = uuidv7()
  await who.client.familyMembers.create({ id, firstName, lastName: 'P', relationship })
  return id
}

test('whatever names a person of a file that both imported names the person who is there', async () => {
  const [ana, ben] = [await person('Ana'), await person('Ben')]
  for (const one of [ana, ben]) await importFile(one)
  const vera = await only(ana, 'Vera')
  const story = await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })
  await database.asOwner(
    `insert into story_proposals
       (user_id, story_id, kind, origin, text, machine_text, fingerprint, state, family_member_id)
     values ($1, $2, 'person', 'local', 'Vera', 'Vera', 'one', 'accepted', $3)`,
    [ana.id, story.id, vera],
  )
  await database.asOwner(`insert into likenesses (user_id, id, description) values ($1, $2, 'grey hair')`, [
    ana.id,
    vera,
  ])
  const kira = await add(ana, 'Kira')
  await ana.client.family.connect({ id: uuidv7(), fromId: vera, toId: kira, type: 'parent', kind: 'birth' })
  const { zip } = await familyArchive(kinora, ana.id)

  await bringIn(ben, zip)
  await bringIn(ben, zip)

  const there = await only(ben, 'Vera')
  const { rows } = await database.asOwner(
    `select family_member_id as id from story_proposals where user_id = $1
     union all select id from likenesses where user_id = $1`,
    [ben.id],
  )
  expect(rows).toEqual([{ id: there }, { id: there }])
  expect(await lines(ben)).toEqual(['Vera - Kira', 'Vera - Olga'])
})

test('somebody who belongs to the family through a person of a file belongs to it through the one who is there', async () => {
  const ana = await person('Ana')
  await importFile(ana)
  const kira = await add(ana, 'Kira')
  const via = () => database.asOwner('select via_id from family_members where id = $1', [kira])
  await database.asOwner('update family_members set via_id = $2 where id = $1', [
    kira,
    await only(ana, 'Vera'),
  ])
  const { zip } = await familyArchive(kinora, ana.id)
  for (const { id, isSelf } of (await treeOf(ana)).people)
    if (!isSelf) await ana.client.familyMembers.delete({ id })
  await importFile(ana)

  await bringIn(ana, zip)

  expect((await via()).rows).toEqual([{ via_id: await only(ana, 'Vera') }])
})

for (const { name, isMoved } of [
  { name: 'the same account', isMoved: false },
  { name: 'another account of theirs', isMoved: true },
])
  test(`a line to somebody unnamed leads to the one who stands there by now, in ${name}`, async () => {
    const ana = await person('Ana Petrova')
    const to = isMoved ? await person('Ana Petrova') : ana
    const kira = await add(ana, 'Kira')
    await add(ana, 'Vera', 'Sibling')
    const unnamed = (await treeOf(ana)).people.filter(({ isPlaceholder }) => isPlaceholder)
    const line = { fromId: unnamed[0]?.id ?? '', toId: kira, type: 'other', kind: 'unknown' } as const
    await ana.client.family.connect({ id: uuidv7(), ...line })
    const { zip } = await familyArchive(kinora, ana.id)
    await bringIn(to, zip)
    const before = await lines(to)
    expect(before).toContain(' - Kira')
    await database.asOwner('delete from family_members where user_id = $1 and placeholder_key is not null', [
      to.id,
    ])
    // Whoever is unnamed is derived again, under another id.
    await to.client.familyMembers.delete({ id: await add(to, 'Lena', 'Sibling') })
    expect(before).not.toEqual(await lines(to))

    await bringIn(to, zip)

    expect(await lines(to)).toEqual(before)
    const { people } = await treeOf(to)
    expect(people.filter(({ isPlaceholder }) => isPlaceholder)).toHaveLength(unnamed.length)
  })

test('two relatives of one file, each of whom said who they are in it, are there once each', async () => {
  const [ana, ben] = [await person('Vera Sokolova'), await person('Olga Orlova')]
  await importFile(ana, '@I1@')
  await importFile(ben, '@I2@')
  const kira = await add(ana, 'Kira')
  for (const [fromId, toId] of [
    [ana.id, kira],
    [await only(ana, 'Olga'), kira],
  ] as const)
    await ana.client.family.connect({ id: uuidv7(), fromId, toId, type: 'other', kind: 'unknown' })
  const { zip } = await familyArchive(kinora, ana.id)

  await bringIn(ben, zip)

  expect(await only(ben, 'Olga')).toBe(ben.id)
  await only(ben, 'Vera')
  expect(await lines(ben)).toEqual(['Olga - Kira', 'Vera - Kira', 'Vera - Olga'])
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A picture with a poster, which is the cover of a book. The book and the poster are gone again, and an archive has both. */
async function bookWithCover(ana: Person, damage: DamageKind | null = null) {
  const { id: storyId } = await ana.client.stories.create({
    id: uuidv7(),
    title: 'The mill',
    method: 'upload',
  })
  const source = { id: uuidv7(), storyId, fileName: 'mill.png', size: onePixel.length }
  await keepFile(services, ana.claims, { ...source, source: Readable.from([onePixel]) })
  const makePoster = async () => {
    const id = uuidv7()
    const key = `media/${ana.id}/${id}`
    await services.storage.put(key, Buffer.from('poster'))
    await database.asOwner(
      `insert into media
         (user_id, id, story_id, source_media_id, role, kind, state, mime_type, size_bytes, storage_key)
       values ($1, $2, $3, $4, 'poster', 'image', 'stored', 'image/jpeg', 6, $5)`,
      [ana.id, id, storyId, source.id, key],
    )
    return { id, key }
  }
  const poster = await makePoster()
  if (damage !== null)
    await database.asOwner('insert into damaged_media (user_id, media_id, damage) values ($1, $2, $3)', [
      ana.id,
      poster.id,
      damage,
    ])
  const book = uuidv7()
  await ana.client.storybooks.create({ id: book, title: 'Our book', storyIds: [storyId] })
  await database.asOwner('update storybooks set cover_media_id = $2 where id = $1', [book, poster.id])
  const { zip } = await familyArchive(kinora, ana.id)
  await ana.client.storybooks.delete({ id: book })
  await ana.client.trash.deleteForGood({ type: 'storybook', id: book })
  await database.asOwner('delete from media where id = $1', [poster.id])
  await emptyBin(services)
  expect(await services.storage.stat(poster.key)).toBeNull()
  const cover = async () => {
    const { rows } = await database.asOwner('select cover_media_id as id from storybooks where id = $1', [
      book,
    ])
    return rows[0]?.id
  }
  return { zip, poster, makePoster, cover }
}

test('a poster that was made again is the cover of a book that comes back, and the earlier one stays away', async () => {
  const ana = await person('Ana')
  const { zip, poster, makePoster, cover } = await bookWithCover(ana)
  const { id } = await makePoster()

  expect(await bringIn(ana, zip)).toMatchObject({ storybooks: 1, media: 0 })

  expect(await cover()).toBe(id)
  expect(await services.storage.stat(poster.key)).toBeNull()
})

test('so is one that is made again while the bytes come, and the bin takes those of the earlier one', async () => {
  const ana = await person('Ana')
  const { zip, poster, makePoster, cover } = await bookWithCover(ana)
  let made = ''
  const put: Services['storage']['put'] = async (key, source) => {
    const size = await services.storage.put(key, source)
    if (key === poster.key) made = (await makePoster()).id
    return size
  }
  const storage: Services['storage'] = new Proxy(services.storage, {
    get: (target, name) => (name === 'put' ? put : Reflect.get(target, name, target).bind(target)),
  })

  await bringIn(ana, zip, storage)

  expect(await cover()).toBe(made)
  expect(await services.storage.stat(poster.key)).not.toBeNull()
  await emptyBin(services)
  expect(await services.storage.stat(poster.key)).toBeNull()
})

test('so is one that takes the place of a damaged one, and no damage is told of it', async () => {
  const ana = await person('Ana')
  const { zip, makePoster, cover } = await bookWithCover(ana, 'changed')
  const { id } = await makePoster()

  expect(await bringIn(ana, zip)).toMatchObject({ storybooks: 1, media: 0 })

  expect(await cover()).toBe(id)
  const { rows } = await database.asOwner('select media_id from damaged_media where user_id = $1', [ana.id])
  expect(rows).toEqual([])
})

/** What the account has of files, the room that they take up, and whether the store still has bytes after the bin was emptied. */
async function filesOf({ id }: Person, ids: string[]) {
  await emptyBin(services)
  const media = await database.asOwner('select id from media where user_id = $1', [id])
  const used = await database.asOwner(
    'select storage_used_bytes as bytes from usage_tracking where user_id = $1',
    [id],
  )
  const stored = await Promise.all(ids.map((one) => services.storage.stat(`media/${id}/${one}`)))
  return {
    media: media.rows.map((row) => row.id),
    used: Number(used.rows[0].bytes),
    stored: stored.filter((one) => one !== null).length,
  }
}
const portrayed = async (who: Person, id: string) =>
  (await keepPortrait(services, who.claims, id, onePixel)).mediaId

test('no portrait comes in of somebody who is there already, recognised by a file that both imported', async () => {
  const [ana, ben] = [await person('Ana'), await person('Ben')]
  for (const one of [ana, ben]) await importFile(one)
  await portrayed(ana, await only(ana, 'Vera'))
  const { zip } = await familyArchive(kinora, ana.id)

  expect(await bringIn(ben, zip)).toMatchObject({ media: 0 })

  expect(await filesOf(ben, [])).toMatchObject({ media: [], used: 0 })
  expect([...(await familyArchive(kinora, ben.id)).files.keys()].join()).not.toContain('portraits')
})

test('a portrait that was changed since stays away, and one of a person who comes back comes with them', async () => {
  const ana = await person('Ana')
  const [vera, kira] = [await add(ana, 'Vera'), await add(ana, 'Kira')]
  const [former, hers] = [await portrayed(ana, vera), await portrayed(ana, kira)]
  const { zip } = await familyArchive(kinora, ana.id)
  const changed = await portrayed(ana, vera)
  const { used } = await filesOf(ana, [])
  await ana.client.familyMembers.delete({ id: kira })

  expect(await bringIn(ana, zip)).toMatchObject({ family_members: 1, media: 1 })

  const after = await filesOf(ana, [former, hers])
  expect({ ...after, media: after.media.toSorted() }).toEqual({
    media: [changed, hers].toSorted(),
    used,
    stored: 1,
  })
})

test('nor does the file of a drawing come in whose book is there without it, unless a page shows it', async () => {
  const ana = await person('Ana')
  const [storyId, book] = [uuidv7(), uuidv7()]
  await ana.client.stories.create({ id: storyId, title: 'The mill', method: 'journal' })
  await ana.client.storybooks.create({ id: book, title: 'Our book', storyIds: [storyId] })
  const page = (await ana.client.storybooks.pages({ id: book })).items[0]?.id
  const draw = async () => {
    const id = uuidv7()
    await services.storage.put(`media/${ana.id}/${id}`, onePixel)
    await database.asOwner(
      `insert into media (user_id, id, role, kind, state, mime_type, size_bytes, storage_key)
       values ($1, $2, 'original', 'image', 'stored', 'image/png', $3, $4)`,
      [ana.id, id, onePixel.length, `media/${ana.id}/${id}`],
    )
    await database.asOwner(
      `insert into storybook_drawings (user_id, id, storybook_id, page_id, state, media_id)
       values ($1, $2, $3, $4, 'done', $2)`,
      [ana.id, id, book, page],
    )
    return id
  }
  const [gone, shown] = [await draw(), await draw()]
  const { zip } = await familyArchive(kinora, ana.id)
  await database.asOwner('delete from storybook_drawings where user_id = $1', [ana.id])
  await database.asOwner(
    `update storybook_pages set content = content || jsonb_build_object('pictureId', $2::text) where id = $1`,
    [page, shown],
  )

  expect(await bringIn(ana, zip)).toMatchObject({ storybook_drawings: 0, media: 1 })

  expect(await filesOf(ana, [gone, shown])).toEqual({ media: [shown], used: onePixel.length, stored: 1 })
})

/** A question that Ana copied, in a playlist and asked in a story; the copy is gone again, and an archive has it. */
async function copiedQuestion(ana: Person, text = 'What did your mother sing?') {
  const [source, copy, list] = [uuidv7(), uuidv7(), uuidv7()]
  const { rows } = await database.asOwner(
    `insert into prompts (id, text, category, is_official) values ($1, $2, 'General', true) returning text`,
    [source, 'What did your mother sing?'],
  )
  const insertCopy = (id: string, words: string) =>
    database.asOwner(
      `insert into prompts (id, user_id, text, category, copied_from) values ($1, $2, $3, 'General', $4)`,
      [id, ana.id, words, source],
    )
  await insertCopy(copy, text)
  const { id: storyId } = await ana.client.stories.create({ id: uuidv7(), title: 'Songs', method: 'journal' })
  await ana.client.prompts.createPlaylist({ id: list, name: 'Ours', promptIds: [copy] })
  await ana.client.prompts.markAsked({ id: copy, storyId, at: new Date().toISOString() })
  const { zip } = await familyArchive(kinora, ana.id)
  await ana.client.prompts.deletePlaylist({ id: list })
  await ana.client.prompts.delete({ id: copy })
  const copyAgain = async () => {
    const id = uuidv7()
    await insertCopy(id, rows[0].text)
    return id
  }
  const inList = async () =>
    (await ana.client.prompts.playlist({ id: list })).prompts.map((one) => [
      one.id,
      one.text,
      one.asked?.times,
    ])
  return { zip, text, copy, copyAgain, inList }
}

test('a question that was copied again stands where the earlier copy stood', async () => {
  const ana = await person('Ana')
  const { zip, text, copyAgain, inList } = await copiedQuestion(ana)
  const again = await copyAgain()

  await bringIn(ana, zip)

  expect(await inList()).toEqual([[again, text, 1]])
})

test('a copy with other words than the one that is there comes back as a question of one’s own', async () => {
  const ana = await person('Ana')
  const { zip, text, copy, copyAgain, inList } = await copiedQuestion(ana, 'What did Grandmother sing?')
  await copyAgain()

  await bringIn(ana, zip)

  expect(await inList()).toEqual([[copy, text, 1]])
})

test('every other unique key of what an archive has is known here', async () => {
  const { rows } = await database.asOwner(
    `select c.relname as name, i.indexrelid::regclass::text as key
     from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and not i.indisprimary and c.relnamespace = 'public'::regnamespace and c.relname = any($1)
     order by 2`,
    [Object.keys(archiveTables)],
  )
  expect(rows.map(({ key }) => key)).toEqual([
    // Nothing refers to a line, and the one that is there stays.
    'family_connections_pair',
    'family_members_placeholders',
    'family_members_sources',
    'media_derived_once',
    'prompts_copied_once',
    // Nothing refers to a proposal, and the one that is there stays.
    'story_proposals_once',
    // Parts of a book or a transcript, which comes in only as a whole.
    'storybook_chapters_user_id_storybook_id_story_id_key',
    'suggestions_once',
    'transcript_edits_user_id_id_key',
    'transcript_lines_in_order',
  ])
})
