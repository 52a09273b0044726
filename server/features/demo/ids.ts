import { namedUuid } from '../../named-uuid.ts'

const NEW_YEAR = Date.UTC(2025, 0, 1).toString(16).padStart(12, '0')
const TIME = `${NEW_YEAR.slice(0, 8)}-${NEW_YEAR.slice(8)}`

/** The id of a thing of the demo family, derived from the account and the thing's name. */
export const idOf = (userId: string, name: string): string => namedUuid(TIME, `${userId} ${name}`)
