import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { samplePages } from './pages.ts'

test('the sample book has thirteen pages, each with its own drawing, words and a description', () => {
  expect(samplePages).toHaveLength(13)
  expect(new Set(samplePages.map(({ src }) => src)).size).toBe(13)
  for (const { alt, text } of samplePages) {
    expect(alt.length).toBeGreaterThan(20)
    expect(text.length).toBeLessThan(220)
  }
})

test('the drawings are drawings alone: no script, no address of anything else', () => {
  for (const { src } of samplePages) {
    const svg = readFileSync(join(import.meta.dirname, 'drawings', basename(src)), 'utf8')
    expect(svg).not.toMatch(/<script|<foreignObject|\son\w+=|href=|@import|data:/i)
    expect(svg.length).toBeLessThan(20_000)
  }
})
