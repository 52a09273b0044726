import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'

export type Wallet = { chain: 'ethereum' | 'solana'; address: string; sign(text: string): string }

/** A wallet like that of a browser extension, with `personal_sign`. */
export function newEthereumWallet(): Wallet {
  const { secretKey, publicKey } = secp256k1.keygen()
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  const digits = Buffer.from(keccak_256(point.subarray(1)).subarray(-20)).toString('hex')

  return {
    chain: 'ethereum',
    address: `0x${withChecksum(digits)}`,
    sign(text) {
      const bytes = Buffer.from(text)
      const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`)
      const hash = keccak_256(Buffer.concat([prefix, bytes]))
      const signature = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' })
      const [recovery = 0, ...rest] = signature
      return `0x${Buffer.from([...rest, 27 + recovery]).toString('hex')}`
    },
  }
}

/** Writes an address with its checksum (EIP-55): a digit is a capital where the hash of the lower-case address says so. */
function withChecksum(digits: string): string {
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex')
  return [...digits]
    .map((digit, index) => ('89abcdef'.includes(hash[index] ?? '0') ? digit.toUpperCase() : digit))
    .join('')
}

export function newSolanaWallet(): Wallet & { signBytes(bytes: Uint8Array): Uint8Array } {
  const { secretKey, publicKey } = ed25519.keygen()
  const signBytes = (bytes: Uint8Array) => ed25519.sign(bytes, secretKey)

  return {
    chain: 'solana',
    address: base58.encode(publicKey),
    signBytes,
    sign: (text) => Buffer.from(signBytes(Buffer.from(text))).toString('base64'),
  }
}

type Parts = {
  domain?: string
  uri?: string
  statement?: string | null
  issuedAt?: Date
  /** Lines after the time, such as `Expiration Time: ...`. */
  more?: string[]
}

/** The message that the wallet's owner is shown and signs. */
export function walletMessage(wallet: Wallet, parts: Parts = {}): string {
  const { domain = 'site.test', uri = 'https://site.test/login', issuedAt = new Date(), more = [] } = parts
  const statement = parts.statement === undefined ? 'I read my stories.' : parts.statement
  const name = wallet.chain === 'ethereum' ? 'Ethereum' : 'Solana'
  return [
    `${domain} wants you to sign in with your ${name} account:`,
    wallet.address,
    ...(statement === null ? ['', ''] : ['', statement, '']),
    `URI: ${uri}`,
    'Version: 1',
    ...(wallet.chain === 'ethereum' ? ['Chain ID: 1'] : []),
    `Issued At: ${issuedAt.toISOString()}`,
    ...more,
  ].join('\n')
}
