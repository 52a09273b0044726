import type { AccountEnd } from '#contract/archive-account.ts'
import { countOf, formatBytes } from '../../lib/format.ts'

/** The content of an account in everyday words, leaving out kinds of which there are none. */
export function whatGoes(end: AccountEnd): string {
  const parts: [count: number, one: string, many?: string][] = [
    [end.stories, 'story', 'stories'],
    [end.recordings, 'recording'],
    [end.files, 'file'],
    [end.storybooks, 'storybook'],
    [end.familyMembers, 'person of your family', 'people of your family'],
    [end.prompts, 'question'],
  ]
  const held = parts.filter(([count]) => count > 0).map((part) => countOf(...part))
  if (held.length === 0) return 'Your name, and nothing else yet.'
  return `${held.join(', ')}${end.sizeBytes > 0 ? `: ${formatBytes(end.sizeBytes)}` : ''}.`
}
