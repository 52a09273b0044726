import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { createTestKinora } from '../../../testing/kinora.ts'
import { recordWhole } from '../../../testing/recorder.ts'
import { storybookFile } from '../../../testing/storybook-file.ts'
import { hasFfmpeg, testMedia } from '../../../testing/test-media.ts'
import { hearWords } from '../../../testing/transcripts.ts'

const kinora = await createTestKinora()
const { person, services } = kinora
const folder = mkdtempSync(join(tmpdir(), 'kinora-folder-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const hasUnzip = spawnSync('unzip', ['-v']).status === 0

test.skipIf(!hasFfmpeg || !hasUnzip)(
  'a book becomes a folder that is read and heard without a network',
  async () => {
    const ana = await person('Ana')
    const { id: recordingId, story } = await recordWhole(
      ana,
      new Uint8Array(readFileSync(await testMedia.webmVp9())),
    )
    await hearWords(services, ana, recordingId, 'We danced until morning.')
    const journal = uuidv7()
    await ana.client.stories.create({ id: journal, title: '"><script>alert(1)</script>', method: 'journal' })
    await ana.client.stories.putNote({
      storyId: journal,
      id: uuidv7(),
      text: '<img src=x onerror=alert(2)> & </p></style><style>@import "https://evil.example"',
      timestamp: '00:00',
    })
    const book = await ana.client.storybooks.create({
      id: uuidv7(),
      title: 'Grandma’s </title><script>alert(3)</script>',
      storyIds: [story.id, journal],
    })

    const { bytes, type, fileName } = await storybookFile(kinora, ana, {
      storybookId: book.id,
      format: 'html',
    })

    expect(type).toBe('application/zip')
    expect(fileName).toMatch(/\.zip$/)
    const path = join(folder, 'book.zip')
    writeFileSync(path, bytes)
    const names = execFileSync('unzip', ['-Z1', path]).toString().trim().split('\n')
    expect(names).toContain('storybook/index.html')
    expect(names).toContain(`storybook/voices/${recordingId}.m4a`)
    const html = execFileSync('unzip', ['-p', path, 'storybook/index.html']).toString()
    expect(html).toMatch(
      new RegExp(`<audio [^>]*src="voices/${recordingId}\\.m4a#t=0\\.20,\\d+\\.\\d\\d"[^>]*></audio>`),
    )
    expect(html).not.toMatch(/<script|<img src="x"|\son\w+="/)
    expect(html.match(/<\/style>/g)).toHaveLength(1)
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(html).toContain("default-src 'none'")
    expect(html).toContain('&lt;script&gt;alert(3)&lt;/script&gt;')
  },
)
