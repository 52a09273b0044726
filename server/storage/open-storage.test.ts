import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { readEnv } from '../env.ts'
import { createLog } from '../log.ts'
import { certificate, certificateKey } from '../testing/certificate.ts'
import { portOf } from '../testing/oauth-server.ts'
import { startS3Store } from '../testing/s3-store.ts'
import { openStorage } from './open-storage.ts'

const store = await startS3Store()
afterAll(() => store.stop())

const open = async (url: string, keys: Record<string, string> = store.keys) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'kinora-open-'))
  return openStorage(readEnv({ DATA_DIR, STORAGE_URL: url, ...keys }), createLog('silent'))
}

it('says at the start that a folder cannot hold media, and makes none that is not there yet', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-open-'))
  await writeFile(join(folder, 'letter.txt'), 'Dear Ana')
  const inAFile = pathToFileURL(join(folder, 'letter.txt', 'of', 'media')).href

  await expect(open(inAFile)).rejects.toThrow(/can keep no media in .*letter\.txt/)
  await open(pathToFileURL(join(folder, 'not', 'yet')).href)
  expect(await readdir(folder)).toEqual(['letter.txt'])
})

describe('STORAGE_URL=s3:', () => {
  it('opens a store that does what it should, and leaves nothing in it', async () => {
    const storage = await open(store.url('stories/of/ours'))

    expect(storage.localPath('media/a')).toBeNull()
    expect(await storage.stat('media/a')).toBeNull()
  })

  it('says at the start that there is no such bucket', async () => {
    const absent = store.url().replace('s3://family', 's3://somewhere')

    await expect(open(absent)).rejects.toThrow(/STORAGE_URL: there is no bucket somewhere at http:/)
  })

  it('says at the start that the keys are refused, without saying the keys', async () => {
    const wrong = {
      AWS_ACCESS_KEY_ID: 'KEY-OF-SOMEBODY-ELSE',
      AWS_SECRET_ACCESS_KEY: 'a secret of somebody else',
    }

    await expect(open(store.url(), wrong)).rejects.toThrow(/STORAGE_URL: .* refuses the keys/)
    await expect(open(store.url(), wrong)).rejects.not.toThrow(/somebody.else/i)
  })

  it('says at the start that nobody answers', async () => {
    const nobody = 's3://family?endpoint=http://127.0.0.1:9&forcePathStyle=true'

    await expect(open(nobody)).rejects.toThrow(/does not answer\. Is the address right, [^.]*\?\n/)
  })

  it('says at the start that a bucket in the host’s name may be what nobody answers to', async () => {
    await expect(open('s3://family?endpoint=http://127.0.0.1:9')).rejects.toThrow(
      /^STORAGE_URL: http:\/\/family\.127\.0\.0\.1:9 does not answer\. .* add forcePathStyle=true\./,
    )
  })

  it('says at the start that the certificate is nobody’s whom this machine trusts, and how it can be', async () => {
    const server = createServer({ cert: certificate, key: certificateKey })
    onTestFinished(() => void server.close())
    const at = `https://localhost:${await portOf(server)}`

    await expect(open(`s3://family?endpoint=${at}&forcePathStyle=true`)).rejects.toThrow(
      /shows a certificate that this machine does not trust\. .* NODE_EXTRA_CA_CERTS .*\n.*DEPTH_ZERO_SELF_SIGNED_CERT/,
    )
  })

  it.each([
    ['s3://', /bucket/],
    ['s3://Family_Films?region=eu-west-1', /bucket/],
    ['s3://family', /region is missing/],
    ['s3://family?endpoint=ftp://store.example', /endpoint/],
    ['s3://family?region=eu-west-1&forcePathStyle=perhaps', /forcePathStyle/],
    ['s3://family?region=eu-west-1&regoin=x', /no option regoin/],
    ['s3://key:secret@family?region=eu-west-1', /AWS_ACCESS_KEY_ID/],
    ['s3://family/a/../b/.c?region=eu-west-1', /folders/],
  ])('%s is refused with the other wrong settings', (url, reason) => {
    const read = () => readEnv({ STORAGE_URL: url, PORT: 'many', ...store.keys })

    expect(read).toThrow(reason)
    expect(read).toThrow('PORT: ')
  })

  it('asks for the keys', () => {
    const read = () => readEnv({ STORAGE_URL: 's3://family?region=eu-west-1' })

    for (const name of Object.keys(store.keys)) expect(read).toThrow(`${name}: `)
  })
})
