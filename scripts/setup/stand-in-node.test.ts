import { chmodSync, existsSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isBrought, makeNodeStart } from './stand-in-node.mjs'

const own = '/usr/local/bin/node'
const WITHOUT_A_LIBRARY =
  'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory'

/** Stands for the Node of a package: on this machine the real one starts. */
function nodeThat(script: string) {
  const path = join(mkdtempSync(join(tmpdir(), 'node-')), 'node')
  change(path, script)
  return path
}

function change(path: string, script: string) {
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
}

const fails = `echo '${WITHOUT_A_LIBRARY}' >&2; exit 127`

it('a Node that starts is left as it is', async () => {
  const pinned = nodeThat('echo v26.10.0')
  await makeNodeStart({ pinned, own, ownVersion: '20.19.2' })
  expect(existsSync(`${pinned}.set-aside`)).toBe(false)
  expect(() => readlinkSync(pinned)).toThrow()
})

it("for one that does not start the machine's own stands in, and gives way once it does", async () => {
  const pinned = nodeThat(fails)
  for (const _ of ['a first start', 'a second']) {
    await makeNodeStart({ pinned, own, ownVersion: '24.21.0' })
    expect(readlinkSync(pinned)).toBe(own)
  }

  change(`${pinned}.set-aside`, 'echo v26.10.0')
  await makeNodeStart({ pinned, own, ownVersion: '24.21.0' })
  expect(() => readlinkSync(pinned)).toThrow()
  expect(existsSync(`${pinned}.set-aside`)).toBe(false)
})

it('an own Node that is too old says what to install, as often as Kinora is started', async () => {
  const pinned = nodeThat(fails)
  for (const _ of ['a first start', 'a second, which npm begins with what stands there now']) {
    const start = makeNodeStart({ pinned, own, ownVersion: '20.19.2' })
    await expect(start).rejects.toThrow(
      /libatomic\.so\.1.*\n.*libatomic1.* or install Node 24 or later \(this one is 20\.19\.2\)/,
    )
    expect(readlinkSync(pinned)).toBe(own)
  }
})

it('whatever else keeps it from starting is told as the system tells it', async () => {
  const pinned = nodeThat('echo "node: version \'GLIBC_2.38\' not found" >&2; exit 1')
  const start = makeNodeStart({ pinned, own, ownVersion: '22.11.0' })
  await expect(start).rejects.toThrow(/GLIBC_2\.38/)
})

it('a Node that stood in and is gone need not be fetched: the newer one takes its place', async () => {
  const pinned = nodeThat(fails)
  await makeNodeStart({ pinned, own, ownVersion: '24.21.0' })
  rmSync(pinned)
  symlinkSync('/a/node/that/was/there', pinned)

  expect(isBrought(pinned)).toBe(true)
  await makeNodeStart({ pinned, own, ownVersion: '24.22.0' })
  expect(readlinkSync(pinned)).toBe(own)
})
