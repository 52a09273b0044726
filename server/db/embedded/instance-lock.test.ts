import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeInstanceLock } from './instance-lock.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the second on the same data is told who the first is', () => {
  const folder = newFolder()
  const first = takeInstanceLock(folder)
  onTestFinished(first.release)
  first.announce('http://localhost:4310')

  expect(() => takeInstanceLock(folder)).toThrow(
    `Kinora is already running on the data in ${folder} (process ${process.pid}, http://localhost:4310).`,
  )
})

test('after a release the data is free again', () => {
  const folder = newFolder()
  takeInstanceLock(folder).release()

  takeInstanceLock(folder).release()
})

test('different data does not get in the way', () => {
  const [first, second] = [takeInstanceLock(newFolder()), takeInstanceLock(newFolder())]

  first.release()
  second.release()
})
