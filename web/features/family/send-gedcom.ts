import type { GedcomReport } from '#contract/family.ts'
import { limits } from '#contract/limits.ts'
import { gedcomPath } from '#contract/paths.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { answerIn, refusal } from '../../lib/refusal.ts'
import { type FileCall, sendFile } from '../../lib/send-file.ts'

type Sending = Pick<FileCall, 'onProgress' | 'signal'> & { file: File }

/** What a file would import. @throws Refusal with the reason in its data */
export const previewGedcom = (sending: Sending): Promise<GedcomReport> => send(sending, 'apply=false')

/** Imports the file. `you` is the xref of the person's own record in it; null if they are not in it. @throws Refusal as above */
export const importGedcom = ({ you, ...sending }: Sending & { you: string | null }): Promise<GedcomReport> =>
  send(sending, `apply=true&you=${encodeURIComponent(you ?? 'nobody')}`)

async function send(sending: Sending, query: string): Promise<GedcomReport> {
  if (sending.file.size > limits.gedzipBytes) throw refusal(413, null)
  const response = await sendFile(`${gedcomPath}?${query}`, {
    ...sending,
    method: 'POST',
    answerSeconds: limits.familyFileSeconds,
  })
  return (await answerIn(response)) as GedcomReport
}

const reasons: Record<string, string> = {
  NOT_GEDCOM: 'This is not a GEDCOM file. Nothing was changed.',
  COMPRESSED:
    'This file is compressed in a way we cannot open. Please unpack it and choose the .ged file inside.',
  TRUNCATED: 'This file ends in the middle. Please save it once more in the program it comes from.',
  TOO_DEEP: 'This file is nested deeper than any family needs. Nothing was changed.',
  LINE_TOO_LONG: 'A line in this file is longer than any family needs. Nothing was changed.',
  TOO_MANY_PEOPLE: `This file has more than ${limits.familyMembers.toLocaleString('en')} people, more than a tree here can hold.`,
  BROKEN_PACKAGE: 'This package is damaged. Please save it once more in the program it comes from.',
  ENCRYPTED_PACKAGE: 'This package is locked with a password. Please save it without one.',
  FOREIGN_PATHS:
    'This package names places outside of itself, as no family program does. Nothing was changed.',
  NO_FAMILY_INSIDE: 'There is no family in this package: it should hold one file that ends in .ged.',
  TOO_MANY_FILES: `This package holds more than ${limits.gedzipFiles.toLocaleString('en')} files, more than we can take.`,
  TOO_LARGE_INSIDE: 'What is packed in this file is larger than we can take. Nothing was changed.',
}

/** The sentence for a refused file. */
export function gedcomProblem(error: Error & { data?: unknown }): string {
  const { reason = '' }: { reason?: string } = Object(error.data)
  return reasons[reason] ?? sentenceOf(error)
}
