import { randomInt } from 'node:crypto'

/** A phone number that is new to this database, in digits with the country code. */
export const newPhone = (): string => `49170${randomInt(1_000_000_000).toString().padStart(9, '0')}`
