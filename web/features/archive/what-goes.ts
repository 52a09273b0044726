import type { AccountEnd } from '#contract/archive-account.ts'
import { countOf, formatBytes } from '../../lib/format.ts'

/** What an account holds, as a person would say it: without what there is none of. */
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
