/** The message that a wallet shows and signs: as EIP-4361 defines it, and in the same form for Solana. */
export type WalletMessage = {
  domain: string
  address: string
  statement: string | null
  uri: URL
  version: string
  chainId: string | null
  nonce: string | null
  issuedAt: Date
  expirationTime: Date | null
  notBefore: Date | null
  requestId: string | null
  resources: string[]
}

/** The text is not a valid message; the error's own message says which part is wrong. */
export class WalletMessageError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'WalletMessageError'
  }
}

export type Dialect = { wallet: 'Ethereum' | 'Solana'; address: RegExp; mustHave: Field[] }

export const ethereumDialect: Dialect = {
  wallet: 'Ethereum',
  address: /^0x[0-9a-fA-F]{40}$/,
  mustHave: ['URI', 'Version', 'Chain ID', 'Issued At'],
}

export const solanaDialect: Dialect = {
  wallet: 'Solana',
  address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  mustHave: ['URI', 'Version', 'Issued At'],
}

const fields = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
] as const
type Field = (typeof fields)[number]

/**
 * Parses a message. Every line has to be understood: a line that the parser skipped could be a sentence that the person also signed.
 * @throws WalletMessageError
 */
export function parseWalletMessage(text: string, dialect: Dialect): WalletMessage {
  const lines = text.split('\n')
  const domain = domainOf(lines[0] ?? '', dialect)

  const address = lines[1] ?? ''
  if (!dialect.address.test(address))
    throw new WalletMessageError(`wallet address is not in the correct format`)

  const { statement, next } = statementOf(lines)
  const { values, resources } = fieldsOf(lines.slice(next))
  const missing = dialect.mustHave.find((field) => !values.has(field))
  if (missing !== undefined) throw new WalletMessageError(`${missing} is missing`)

  const version = values.get('Version') ?? ''
  if (version !== '1') throw new WalletMessageError(`Version ${version} is not supported`)
  return {
    domain,
    address,
    statement,
    uri: uriOf(values.get('URI') ?? ''),
    version,
    chainId: values.get('Chain ID') ?? null,
    nonce: values.get('Nonce') ?? null,
    issuedAt: timeOf('Issued At', values.get('Issued At') ?? ''),
    expirationTime: optionalTime(values, 'Expiration Time'),
    notBefore: optionalTime(values, 'Not Before'),
    requestId: values.get('Request ID') ?? null,
    resources,
  }
}

function domainOf(line: string, { wallet }: Dialect): string {
  const ending = ` wants you to sign in with your ${wallet} account:`
  if (!line.endsWith(ending)) throw new WalletMessageError('message does not begin as it should')

  // EIP-4361 allows a scheme before the domain.
  const domain = line.slice(0, -ending.length).replace(/^https?:\/\//, '')
  if (!/^[^\s/?#@\\]+$/.test(domain)) throw new WalletMessageError('domain is invalid')
  return domain
}

/** Between the address and the fields there is a blank line, and optionally a statement of one line followed by another blank line. */
function statementOf(lines: string[]): { statement: string | null; next: number } {
  if (lines[2] !== '') throw new WalletMessageError('a blank line is missing after the address')

  const text = lines[3] ?? ''
  if (isField(text)) return { statement: null, next: 3 }
  if (text === '') return { statement: null, next: 4 }
  if (lines[4] !== '') throw new WalletMessageError('a blank line is missing after the statement')
  return { statement: text, next: 5 }
}

function isField(line: string): boolean {
  return fields.some((name) => line.startsWith(`${name}: `))
}

function fieldsOf(lines: string[]): { values: Map<Field, string>; resources: string[] } {
  const values = new Map<Field, string>()
  for (const [index, line] of lines.entries()) {
    // The stock client writes the heading of Solana messages without the colon that EIP-4361 prescribes.
    if (line === 'Resources:' || line === 'Resources') {
      return { values, resources: resourcesOf(lines.slice(index + 1)) }
    }

    const name = fields.find((field) => line.startsWith(`${field}: `))
    if (name === undefined) throw new WalletMessageError(`line ${JSON.stringify(line)} is not understood`)
    if (values.has(name)) throw new WalletMessageError(`${name} stands there twice`)
    values.set(name, line.slice(name.length + 2))
  }
  return { values, resources: [] }
}

function resourcesOf(lines: string[]): string[] {
  return lines.map((line) => {
    const resource = /^- (\S+)$/.exec(line)?.[1]
    if (resource === undefined || !URL.canParse(resource))
      throw new WalletMessageError('a resource is invalid')
    return resource
  })
}

function uriOf(text: string): URL {
  if (!URL.canParse(text)) throw new WalletMessageError('URI is not in the correct format')
  return new URL(text)
}

function optionalTime(values: Map<Field, string>, field: Field): Date | null {
  const text = values.get(field)
  return text === undefined ? null : timeOf(field, text)
}

/** Parses an RFC 3339 time; refuses other formats that JavaScript's `Date` would accept. */
function timeOf(field: Field, text: string): Date {
  const isRfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text)
  const time = new Date(text)
  if (!isRfc3339 || Number.isNaN(time.getTime())) throw new WalletMessageError(`${field} is not a valid time`)
  return time
}
