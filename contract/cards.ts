import { z } from 'zod'

export const cardBrands = [
  'visa',
  'mastercard',
  'amex',
  'discover',
  'diners',
  'jcb',
  'unionpay',
  'card',
] as const

/** All that is ever kept of a card. The number itself never leaves the page it was typed into. */
export const keptCard = z.object({ brand: z.enum(cardBrands), last4: z.string().regex(/^\d{4}$/) })
export type KeptCard = z.infer<typeof keptCard>

export type CardEntry = { number: string; expiry: string; cvv: string; name: string; zip: string }
export type CardProblems = Partial<Record<keyof CardEntry, string>>

const digitsOf = (text: string) => text.replace(/[\s-]/g, '')

/** The brand of a card number, by the number ranges assigned under ISO/IEC 7812. */
export function brandOf(number: string): KeptCard['brand'] {
  const digits = digitsOf(number)
  if (/^4/.test(digits)) return 'visa'
  if (/^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/.test(digits)) return 'mastercard'
  if (/^3[47]/.test(digits)) return 'amex'
  if (/^(6011|65|64[4-9])/.test(digits)) return 'discover'
  if (/^3(0[0-5]|[68])/.test(digits)) return 'diners'
  if (/^35(2[89]|[3-8])/.test(digits)) return 'jcb'
  return /^62/.test(digits) ? 'unionpay' : 'card'
}

/** Whether the check digit of ISO/IEC 7812-1 (the Luhn algorithm) is right. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** What is wrong with a card as it was typed, by field; an empty object if the card can be taken. */
export function problemsOf(entry: CardEntry, now: Date): CardProblems {
  const number = digitsOf(entry.number)
  const brand = brandOf(number)
  const problems: CardProblems = {}
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) problems.number = 'Please enter a valid card number'
  const expiry = expiryProblem(entry.expiry, now)
  if (expiry !== null) problems.expiry = expiry
  const cvvDigits = brand === 'amex' ? 4 : 3
  if (!new RegExp(`^\\d{${cvvDigits}}$`).test(entry.cvv.trim())) {
    problems.cvv = `The CVV has ${cvvDigits} digits`
  }
  if (entry.name.trim() === '') problems.name = 'Please enter the name on the card'
  if (!/^[\p{L}\d][\p{L}\d -]{2,11}$/u.test(entry.zip.trim())) problems.zip = 'Please enter a valid ZIP code'
  return problems
}

/** A card is valid until the last day of its month. */
function expiryProblem(text: string, now: Date): string | null {
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(text.trim()) ?? []
  if (month === '') return 'Please enter the expiry as MM/YY'
  const end = new Date(2000 + Number(year), Number(month), 1)
  if (end <= now) return 'This card has expired'
  return end.getFullYear() > now.getFullYear() + 20 ? 'Please enter the expiry as MM/YY' : null
}

/** The part of a checked card that is kept. */
export function keepOf(entry: CardEntry): KeptCard {
  return { brand: brandOf(entry.number), last4: digitsOf(entry.number).slice(-4) }
}
