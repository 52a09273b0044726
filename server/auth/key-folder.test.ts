import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newAccount, startAuth } from '../testing/auth-service.ts'
import { createTestDatabase } from '../testing/database.ts'
import { openKeyFolder, rotateAuthKey } from './key-folder.ts'

const { pool } = await createTestDatabase()
const newFolder = async () => join(await mkdtemp(join(tmpdir(), 'kinora-keys-')), 'secrets')
const kidsOf = ({ jwks }: { jwks: { keys: { kid?: string }[] } }) => jwks.keys.map(({ kid }) => kid)
const fileOf = (folder: string) => join(folder, 'auth-keys.json')
const hour = 3600

describe('keys in a folder', () => {
  it('are made at the first start, readable by the owner only, and the same ever after', async () => {
    const folder = await newFolder()

    const first = await (await openKeyFolder(folder, hour)).current()
    const second = await (await openKeyFolder(folder, hour)).current()

    expect(await readdir(folder)).toEqual(['auth-keys.json'])
    expect((await stat(fileOf(folder))).mode & 0o777).toBe(0o600)
    expect(second.jwks).toEqual(first.jwks)
  })

  it('are one pair when several instances start at once', async () => {
    const folder = await newFolder()

    const all = await Promise.all(Array.from({ length: 5 }, () => openKeyFolder(folder, hour)))

    const kids = await Promise.all(all.map(async (keys) => (await keys.current()).signing.kid))
    expect(new Set(kids).size).toBe(1)
    expect(await readdir(folder)).toEqual(['auth-keys.json'])
  })

  it('publish nothing private', async () => {
    const folder = await newFolder()
    const { jwks } = await (await openKeyFolder(folder, hour)).current()
    const [kept] = JSON.parse(await readFile(fileOf(folder), 'utf8')).keys

    expect(JSON.stringify(jwks)).not.toContain(kept.d)
  })
})

describe('a rotation', () => {
  it('signs nobody out, and is noticed by services that run', async () => {
    const folder = await newFolder()
    const keys = await openKeyFolder(folder, hour)
    const auth = await startAuth(pool, { autoconfirm: true }, { rotating: keys })
    const other = await startAuth(
      pool,
      { autoconfirm: true },
      { rotating: await openKeyFolder(folder, hour) },
    )
    const before = await newAccount(auth)

    const kid = await rotateAuthKey(folder)
    await keys.latest()
    const after = await newAccount(auth)

    expect(JSON.parse(Buffer.from(after.token.split('.')[0] ?? '', 'base64url').toString()).kid).toBe(kid)
    expect((await auth.call('GET', '/user', { token: before.token })).status).toBe(200)
    // The other instance has not read the file since the rotation; the unknown key id makes it do so.
    expect((await other.call('GET', '/user', { token: after.token })).status).toBe(200)
    const { body } = await other.call('GET', '/.well-known/jwks.json')
    expect(body.keys).toHaveLength(2)
  })

  it('leaves a file that only the owner can read, and nothing else', async () => {
    const folder = await newFolder()
    await openKeyFolder(folder, hour)

    await rotateAuthKey(folder)

    expect((await stat(fileOf(folder))).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['auth-keys.json'])
  })

  it('publishes an old key until its last token has expired, and not longer', async () => {
    const folder = await newFolder()
    const [old] = kidsOf(await (await openKeyFolder(folder, hour)).current())
    const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000

    await rotateAuthKey(folder, hoursAgo(1))
    const soon = kidsOf(await (await openKeyFolder(folder, hour)).current())
    const longLived = kidsOf(await (await openKeyFolder(folder, 2 * hour)).current())
    const gone = kidsOf(await (await openKeyFolder(folder, hour / 2)).current())

    expect(soon).toContain(old)
    expect(longLived).toContain(old)
    expect(gone).not.toContain(old)
    expect(gone).toHaveLength(1)
  })

  it('forgets keys of which no token can be left', async () => {
    const folder = await newFolder()
    await openKeyFolder(folder, hour)
    await rotateAuthKey(folder, Date.now() - 26 * 3_600_000)

    await rotateAuthKey(folder)

    expect(JSON.parse(await readFile(fileOf(folder), 'utf8')).keys).toHaveLength(2)
  })

  it('is refused while another one is under way', async () => {
    const folder = await newFolder()
    const before = await (await openKeyFolder(folder, hour)).current()
    await writeFile(`${fileOf(folder)}.next`, '')

    await expect(rotateAuthKey(folder)).rejects.toThrow('Another rotation is under way')

    expect((await (await openKeyFolder(folder, hour)).current()).jwks).toEqual(before.jwks)
  })

  it('of a folder without keys leaves nothing behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-keys-'))

    await expect(rotateAuthKey(folder)).rejects.toThrow('ENOENT')

    expect(await readdir(folder)).toEqual([])
  })
})
