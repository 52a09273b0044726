/**
 * `Sent from my iPhone`, which mail programs of phones add. What a person writes may begin alike: `Sent from my father`, `Sent from my
 * mother's phone`, `Von meinem Vater lernte ich, ein Automobil zu fahren`. So the device is a whole word, nobody else's, and `gesendet`.
 */
const DEVICE_NAME =
  '(?<!\\p{L})(i(phone|pad|pod)|(smart|cell)?phone|galaxy|samsung|android|mobile?|mobil(gerät|telefon)|tablet|device|gerät|handy|' +
  'blackberry|huawei|xiaomi|pixel|computer)(?!\\p{L})'
const DEVICE = new RegExp(
  '^\\s*(sent from outlook|get outlook for|' +
    `(sent from|gesendet von) (my|meinem) [^'’]{0,30}${DEVICE_NAME}[^'’]{0,30}$|` +
    `von meinem .{0,30}${DEVICE_NAME}.{0,30}gesendet\\W*$)`,
  'iu',
)
/** `-- ` begins a signature (RFC 3676); without its space it may also part two paragraphs, unless what follows is as short as one. */
const SIGNATURE = { mark: '-- ', bareMark: '--', linesMax: 6, lettersMax: 60 }

/** A longer line is part of what the person wrote, not an introduction to a quotation, so the expressions need not try it. */
export const LEAD_MAX = 300

/** What a person wrote, without blank lines at its ends, their signature and what a phone adds. */
export function tidy(lines: string[]): string {
  const text = withoutSignature(lines)
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const last = text.lastIndexOf('\n')
  return DEVICE.test(text.slice(last + 1, last + LEAD_MAX)) ? text.slice(0, Math.max(last, 0)).trim() : text
}

function withoutSignature(lines: string[]): string[] {
  const marked = lines.indexOf(SIGNATURE.mark)
  const own = marked === -1 ? lines : lines.slice(0, marked)
  const bare = own.lastIndexOf(SIGNATURE.bareMark)
  const above = own.slice(0, Math.max(bare, 0))
  return looksSigned(own.slice(bare + 1)) && above.some((line) => line.trim() !== '') ? above : own
}

function looksSigned(below: string[]): boolean {
  const written = below.map((line) => line.trim()).filter((line) => line !== '')
  const { linesMax, lettersMax } = SIGNATURE
  return (
    written.length <= linesMax && written.every((line) => line.length <= lettersMax && !/[.!?…]$/.test(line))
  )
}
