import { randomInt } from 'node:crypto'

/** A number nobody else in this database uses, in digits with the country's code. */
export const newPhone = (): string => `49170${randomInt(1_000_000_000).toString().padStart(9, '0')}`
