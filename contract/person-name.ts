import type { TreePerson } from '#contract/family.ts'
import { readDate } from '#contract/family-date-text.ts'

type Named = Pick<TreePerson, 'firstName' | 'lastName' | 'isPlaceholder' | 'isSelf'>

/** A person's name as the screens show it, or words that say that there is none. */
export function nameOf({ firstName, lastName, isPlaceholder, isSelf }: Named): string {
  const name = `${firstName} ${lastName}`.trim()
  if (name !== '') return firstName === lastName ? firstName : name
  if (isSelf) return 'You'
  return isPlaceholder ? 'Not yet known' : 'Unnamed'
}

type Lived = Pick<TreePerson, 'dateOfBirth' | 'dateOfDeath' | 'isDeceased'>

/**
 * A person's dates as years: `1943 – 2011`, `born 1943`, `died 2011`; empty where nothing is known. Words are used because the star
 * and dagger of genealogists look like footnotes to everybody else, and screen readers say “star” and “dagger”.
 */
export function lifeOf({ dateOfBirth, dateOfDeath, isDeceased }: Lived): string {
  const born = yearOf(dateOfBirth)
  const died = yearOf(dateOfDeath)
  if (born && died) return `${born} – ${died}`
  if (born) return isDeceased ? `${born} – ?` : `born ${born}`
  if (died) return `died ${died}`
  return isDeceased ? 'died' : ''
}

/** The year of a date, with its uncertainty: `c. 1943`, `before 1950`. */
function yearOf(text: string): string {
  const date = readDate(text)
  if (!date) return text === '' ? '' : '?'
  const { start, end, modifier } = date
  const year = written(start.year)
  switch (modifier) {
    case 'exact':
    case 'from':
    case 'to':
      return year
    case 'before':
    case 'after':
      return `${modifier} ${year}`
    case 'between':
    case 'span':
      return end && end.year !== start.year ? `${year}/${laterYear(start.year, end.year)}` : year
    default:
      return `c. ${year}`
  }
}

const written = (year: number) => (year > 0 ? String(year) : `${1 - year} BC`)

/** The later year of a range: `45` after 1940, but in full where the century differs or the first year has none. */
function laterYear(first: number, later: number): string {
  const isSameCentury = first >= 100 && Math.floor(first / 100) === Math.floor(later / 100)
  return isSameCentury ? written(later).slice(-2) : written(later)
}
