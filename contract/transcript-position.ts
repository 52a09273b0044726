const digits = '0123456789abcdefghijklmnopqrstuvwxyz'
/** How many digits of a position number the machine's segment. */
const numberLength = 7

/** The position of the line made from a machine's n-th segment. Positions are compared as plain ASCII text (`collate "C"`). */
export const positionOf = (index: number): string => `${index.toString(36).padStart(numberLength, '0')}i`

/**
 * A position between two others, which exists however often the gap was divided before. Positions never end in 0, so that there is
 * always room in front of them. It also lies before the machine's next segment, which may not have been heard yet.
 * @param before must be smaller than `after`; null stands for the end.
 */
export function positionBetween(before: string, after: string | null): string {
  const unheard = nextSegmentAfter(before)
  const isFirst = unheard !== null && (after === null || unheard < after)
  return middleOf(before, isFirst ? unheard : after)
}

/** The position of the segment after the one that a line was made from; null for positions outside the machine's numbering. */
function nextSegmentAfter(position: string): string | null {
  const next = positionOf(Number.parseInt(position.slice(0, numberLength), 36) + 1)
  return next > position ? next : null
}

function middleOf(before: string, after: string | null): string {
  let made = ''
  let limit = after
  for (let index = 0; ; index += 1) {
    const low = digits.indexOf(before[index] ?? '0')
    const high = limit === null ? digits.length : digits.indexOf(limit[index] ?? '0')
    if (high - low > 1) return made + digits[Math.floor((low + high) / 2)]
    made += digits[low]
    if (high > low) limit = null
  }
}
