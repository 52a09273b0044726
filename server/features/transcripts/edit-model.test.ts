import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { TranscriptModel } from '#contract/testing/transcript-model.ts'
import type { TranscriptCommand } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { command, heardRecording } from '../../testing/transcripts.ts'

const { person, services } = await createTestKinora()

const step = fc.record({
  kind: fc.constantFrom('replace', 'replace', 'replace', 'split', 'join', 'speaker', 'reading', 'undo'),
  line: fc.nat(9),
  from: fc.nat(9),
  length: fc.nat(3),
  text: fc.constantFrom('', 'Odessa', 'a red suitcase', '母は赤い'),
  behind: fc.nat(5),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The command of a person who sees these lines at this version. */
function commandOf(
  what: Step,
  seen: readonly TranscriptLine[],
  baseVersion: number,
): TranscriptCommand | null {
  const at = what.line % seen.length
  const line = seen[at]
  if (!line) return null
  const base = { lineId: line.id, baseVersion }
  const from = what.from % (line.words.length + 1)
  switch (what.kind) {
    case 'split':
      return command({ type: 'split', ...base, at: from, newId: uuidv7() })
    case 'join':
      return command({ type: 'join', ...base, nextId: seen[at + 1]?.id ?? uuidv7() })
    case 'speaker':
      return command({ type: 'setSpeaker', ...base, speaker: String(what.length) })
    case 'reading':
      return command({ type: 'setReading', ...base, text: what.text || null })
    default:
      return command({
        type: 'replaceWords',
        ...base,
        from,
        to: Math.min(from + what.length, line.words.length),
        text: what.text,
      })
  }
}

test('the database makes of any edits of several people, and of undoing them, what the rules make of them in memory', async () => {
  const outcomes = { made: 0, refused: 0 }

  for (const steps of fc.sample(fc.array(step, { minLength: 25, maxLength: 25 }), { numRuns: 3, seed: 4 })) {
    const ana = await person()
    const { transcripts } = ana.client
    const id = await heardRecording(services, ana, [
      'we came to Odesa',
      'my mother had a bag',
      'nobody met us',
    ])
    const stored = async () => (await transcripts.lines({ id })).items
    const model = new TranscriptModel(await stored())
    const views = [model.lines.slice()]
    const groups: string[] = []

    for (const what of steps) {
      const base = Math.max(0, model.version - what.behind)
      const asked = commandOf(what, views[base] ?? [], base)
      const undone = what.kind === 'undo' && model.version > 0 ? 1 + (what.from % model.version) : 0
      if (!asked) continue

      const { id: editId, baseVersion: _, ...intent } = asked
      const expected = undone ? model.undo(undone) : model.edit(intent, base)
      const answer = undone
        ? transcripts.undo({ id, editId, groupId: groups[undone - 1] ?? '' })
        : transcripts.edit({ id, commands: [asked] })
      if (typeof expected === 'string') {
        await expect(answer).rejects.toMatchObject({ data: { refusal: expected } })
        outcomes.refused += 1
        continue
      }
      expect(await answer).toMatchObject({ version: model.version })
      groups.push(editId)
      views.push(model.lines.slice())
      outcomes.made += 1
    }
    expect(await stored()).toEqual(model.lines)
  }
  expect(outcomes.made).toBeGreaterThan(30)
  expect(outcomes.refused).toBeGreaterThan(5)
})
