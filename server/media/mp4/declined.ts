/** Nothing is wrong yet: this file is only not understood for certain, so that another tool is to copy it. */
export class Declined extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Declined'
  }
}

/** Goes on where `holds`, and declines the file otherwise. */
export function insist(holds: boolean, reason: string): asserts holds {
  if (!holds) throw new Declined(reason)
}
