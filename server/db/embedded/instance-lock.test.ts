import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeInstanceLock } from './instance-lock.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the second on the same data is told who the first is', async () => {
  const folder = newFolder()
  const first = await takeInstanceLock(folder)
  onTestFinished(first.release)
  first.announce('http://localhost:4310')

  await expect(takeInstanceLock(folder)).rejects.toThrow(
    `Kinora is already running on the data in ${folder} (process ${process.pid}, http://localhost:4310).`,
  )
})

test('after a release the data is free again', async () => {
  const folder = newFolder()
  const first = await takeInstanceLock(folder)
  first.release()

  const second = await takeInstanceLock(folder)
  second.release()
})

test('a start waits for one that is about to end', async () => {
  const folder = newFolder()
  const first = await takeInstanceLock(folder)
  first.announceEnd()
  const waiting = takeInstanceLock(folder)
  setTimeout(first.release, 700)

  const second = await waiting
  second.release()
})

test('the data becomes free also where nothing can be written about it', async () => {
  const folder = newFolder()
  const first = await takeInstanceLock(folder)
  rmSync(join(folder, 'instance.txt'))
  mkdirSync(join(folder, 'instance.txt'))
  first.announceEnd()
  first.release()

  rmSync(join(folder, 'instance.txt'), { recursive: true })
  const second = await takeInstanceLock(folder)
  second.release()
})

test('different data does not get in the way', async () => {
  const first = await takeInstanceLock(newFolder())
  const second = await takeInstanceLock(newFolder())

  first.release()
  second.release()
})
