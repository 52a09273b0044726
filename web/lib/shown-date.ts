import { readDate } from '#contract/family-date-text.ts'
import { formatTypedDate } from './format.ts'

/** A person's date as the screens show it. A year before 1000 is kept with four digits, which nobody would write by itself. */
export function shownDate(text: string): string {
  if (!readDate(text)) return text
  const [date = '', ...words] = text.split(/(?= \()/)
  return formatTypedDate(date.replace(/(?<![\d-])0([1-9]\d\d)(?![\d-])/g, '$1')) + words.join('')
}
