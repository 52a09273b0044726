import { chmodSync, existsSync, mkdtempSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { isBrought, makeNodeStart } from './stand-in-node.mjs'

const running = '/usr/local/bin/node'
const WITHOUT_A_LIBRARY =
  'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory'
const fails = `echo '${WITHOUT_A_LIBRARY}' >&2; exit 127`

/** Shell scripts in place of the two, because on this machine the real ones start. */
function nodesOf(script: string) {
  const folder = mkdtempSync(join(tmpdir(), 'nodes-'))
  const [pinned, older] = [join(folder, 'node'), join(folder, 'older-node')]
  change(pinned, script)
  const fetchOlder = vi.fn(async () => change(older, 'echo v24.21.0'))
  return { pinned, older, fetchOlder, running }
}

function change(path: string, script: string) {
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
}

it('a Node that starts is left as it is', async () => {
  const nodes = nodesOf('echo v26.10.0')
  await makeNodeStart(nodes)
  expect(existsSync(`${nodes.pinned}.set-aside`)).toBe(false)
  expect(() => readlinkSync(nodes.pinned)).toThrow()
  expect(nodes.fetchOlder).not.toHaveBeenCalled()
})

it('for one that does not start an older one is fetched once and stands in, until ours starts', async () => {
  const nodes = nodesOf(fails)
  for (const at of [running, nodes.older]) {
    await makeNodeStart({ ...nodes, running: at })
    expect(readlinkSync(nodes.pinned)).toBe(nodes.older)
  }
  expect(nodes.fetchOlder).toHaveBeenCalledTimes(1)

  change(`${nodes.pinned}.set-aside`, 'echo v26.10.0')
  await makeNodeStart({ ...nodes, running: nodes.older })
  expect(() => readlinkSync(nodes.pinned)).toThrow()
  expect(existsSync(`${nodes.pinned}.set-aside`)).toBe(false)
})

it('an older one that was deleted with the rest of what we made is fetched again, ours is not', async () => {
  const nodes = nodesOf(fails)
  await makeNodeStart(nodes)
  rmSync(nodes.older)

  expect(isBrought(nodes.pinned)).toBe(true)
  await makeNodeStart(nodes)
  expect(nodes.fetchOlder).toHaveBeenCalledTimes(2)
  expect(isBrought(nodes.pinned)).toBe(true)
})

it('an older one that an interrupted download left cut short is fetched again', async () => {
  const nodes = nodesOf(fails)
  change(nodes.older, 'exit 126')

  await makeNodeStart(nodes)

  expect(nodes.fetchOlder).toHaveBeenCalledTimes(1)
  expect(readlinkSync(nodes.pinned)).toBe(nodes.older)
})

it('without a network it says what to install, and the next start begins with a Node that can say so again', async () => {
  const nodes = nodesOf(fails)
  const fetchOlder = async () => {
    throw new Error('npm could not install')
  }
  const bin = join(nodes.pinned, '..', 'bin-node')
  symlinkSync(nodes.pinned, bin)
  for (const _ of ['a first start', 'a second']) {
    const start = makeNodeStart({ ...nodes, fetchOlder })
    await expect(start).rejects.toThrow(/libatomic\.so\.1.*libatomic1.*npm could not install/s)
    // The place where npm looks first is empty, so it takes the next Node.
    expect(existsSync(bin)).toBe(false)
  }
})

it('whatever else keeps both from starting is told as the system tells it', async () => {
  const nodes = nodesOf('echo "node: version \'GLIBC_2.38\' not found" >&2; exit 1')
  const fetchOlder = async () => change(nodes.older, 'exit 3')
  const start = makeNodeStart({ ...nodes, fetchOlder })
  await expect(start).rejects.toThrow(/GLIBC_2\.38.*it ended with 3/s)
})
