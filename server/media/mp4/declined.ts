/** Thrown for a file that is not understood for certain, so that another tool copies it. The file need not be damaged. */
export class Declined extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Declined'
  }
}

/**
 * Declines the file unless `holds` is true.
 * @throws Declined
 */
export function insist(holds: boolean, reason: string): asserts holds {
  if (!holds) throw new Declined(reason)
}
