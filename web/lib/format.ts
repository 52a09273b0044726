import { now } from './clock.ts'
import { dateFormat } from './date-format.ts'

const GB = 1_000_000_000

/** The stored form of a note's time, mm:ss, in whole seconds passed; minutes go on past 59: '01:05', '62:03'. */
export function stampOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`
}

/** A stored stamp as it is shown, spelt like every other time: '12:05', '62:03' -> '1:02:03'. */
export function formatStamp(stamp: string): string {
  const [minutes = 0, seconds = 0] = stamp.split(':').map(Number)
  return formatTimer((minutes * 60 + seconds) * 1_000)
}

/** A timer's reading, and times mentioned beside it, in whole seconds passed: '01:05', '1:02:03'. */
export function formatTimer(ms: number): string {
  return formatMoment(ms).padStart(5, '0')
}

/** A place in a recording, in whole seconds passed: '0:42', '12:05', '1:02:03'. */
export function formatMoment(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const rest = twoDigits(seconds % 60)
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${twoDigits(minutes)}:${rest}`
}

/** A recording's length, given in seconds, spelt like the places in it: 3723 -> '1:02:03'. */
export function formatLength(seconds: number): string {
  return formatMoment(Math.round(seconds) * 1_000)
}

/** A length in words for people and screen readers: 3725 -> '1 hour 2 minutes'. Under a minute, seconds. */
export function formatSpan(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return countOf(whole, 'second')

  const minutes = Math.round(whole / 60)
  const hours = Math.floor(minutes / 60)
  const parts = [hours ? countOf(hours, 'hour') : '', minutes % 60 ? countOf(minutes % 60, 'minute') : '']
  return parts.filter(Boolean).join(' ')
}

/** A count with its noun: (1, 'story', 'stories') -> '1 story'. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${new Intl.NumberFormat('en-US').format(count)} ${count === 1 ? one : many}`
}

/** Bytes in B, KB, MB or GB, decimal: 1 GB = 1,000,000,000 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  // From here on, rounding would give a thousand of the smaller unit.
  if (bytes < 999_500) return `${round(bytes / 1_000)} KB`
  if (bytes < 999_500_000) return `${round(bytes / 1_000_000)} MB`
  return formatGB(bytes)
}

/** Bytes in GB, with only as many decimals as matter: '0.02 GB', '1.4 GB', '100 GB'. */
export function formatGB(bytes: number): string {
  const gb = bytes / GB
  if (bytes > 0 && gb < 0.01) return 'less than 0.01 GB'
  return `${round(gb, gb < 1 ? 2 : 1)} GB`
}

/** An instant as a long date, in the person's date format: 'November 21, 2026'. Empty if it is not a valid date. */
export function formatDate(instant: string): string {
  return written(new Date(instant), 'long')
}

/** A date that somebody typed: a full ISO date is written in the person's date format, anything else stays as typed. */
export function formatTypedDate(text: string): string {
  const said = text.trim()
  if (!/^\d{4}-\d{2}-\d{2}$/.test(said)) return text
  const day = new Date(`${said}T12:00`)
  // For a day that does not exist (30 February, say) only the author knows what was meant, so it stays as typed.
  return day.getDate() === Number(said.slice(-2)) ? written(day, 'long') : text
}

/** When a story took place, as somebody entered it; otherwise the day on which the story was created. */
export function formatStoryDate({ date, createdAt }: { date: string; createdAt: string }): string {
  return formatTypedDate(date) || formatDate(createdAt)
}

/** An instant's time of day: '4:05 PM', or '16:05' unless dates are written month first. */
export function formatTime(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(date)
}

/** A whole hour of the day: '9 AM', or '09:00'. */
export function formatHour(hour: number): string {
  const shape = locale() === 'en-US' ? ({ hour: 'numeric' } as const) : ({ timeStyle: 'short' } as const)
  return new Intl.DateTimeFormat(locale(), { ...shape, timeZone: 'UTC' }).format(hour * 3_600_000)
}

/** A day and time in a given time zone: 'Sunday, November 22 at 9:00 AM'. */
export function formatDayAndTime(instant: string, timeZone: string): string {
  const date = new Date(instant)
  const time = new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone }).format(date)
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone }).format(date)
  const day =
    dateFormat() === 'year-first'
      ? yearFirst(date, timeZone)
      : new Intl.DateTimeFormat(locale(), { month: 'long', day: 'numeric', timeZone }).format(date)
  return `${weekday}, ${day} at ${time}`
}

/** How long ago: 'Just now', '5m ago', '3h ago', then a short date. */
export function formatRelative(instant: string, at: Date = now()): string {
  const date = new Date(instant)
  const minutes = Math.floor((at.getTime() - date.getTime()) / 60_000)
  if (minutes < 1) return 'Just now'
  if (minutes < 60) return `${minutes}m ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h ago`
  return written(date, 'medium')
}

/** The same for the middle of a sentence: 'Asked just now'. */
export function relativeInSentence(instant: string, at: Date = now()): string {
  return formatRelative(instant, at).replace('Just now', 'just now')
}

function written(date: Date, dateStyle: 'long' | 'medium'): string {
  if (Number.isNaN(date.getTime())) return ''
  if (dateFormat() === 'year-first') return yearFirst(date)
  return new Intl.DateTimeFormat(locale(), { dateStyle }).format(date)
}

/** An ISO 8601 date, in the given time zone or this device's. */
function yearFirst(date: Date, timeZone?: string): string {
  const shape = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const parts = new Intl.DateTimeFormat('en-GB', timeZone ? { ...shape, timeZone } : shape).formatToParts(
    date,
  )
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

const locale = () => (dateFormat() === 'month-first' ? 'en-US' : 'en-GB')

function round(value: number, decimals = value < 10 ? 1 : 0): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: decimals }).format(value)
}
