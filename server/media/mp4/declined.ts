/** The file is not understood for certain and is left to another tool to copy. It need not be damaged. */
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
