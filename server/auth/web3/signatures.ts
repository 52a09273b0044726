import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'

/** Whether the address's key signed the text by `personal_sign` (EIP-191). `signature`: 0x and 130 hexadecimal digits. */
export function isSignedByEthereum(text: string, signature: string, address: string): boolean {
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const recovery = recoveryOf(bytes.at(-1))
  if (bytes.length !== 65 || recovery === null) return false

  const message = Buffer.from(text)
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`)
  const hash = keccak_256(Buffer.concat([prefix, message]))
  try {
    const point = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(hash)
    // The address is the last 20 bytes of the hash of the uncompressed key, without the key's leading byte.
    const signer = Buffer.from(keccak_256(point.toBytes(false).subarray(1)).subarray(-20)).toString('hex')
    return signer === address.slice(2).toLowerCase()
  } catch {
    return false
  }
}

/** The recovery bit: most wallets write 27 or 28, hardware wallets 0 or 1. */
function recoveryOf(byte: number | undefined): 0 | 1 | null {
  if (byte === 0 || byte === 27) return 0
  if (byte === 1 || byte === 28) return 1
  return null
}

/** Verifies the checksum that an address in mixed case encodes in its capitals (EIP-55). */
export function isEthereumAddress(address: string): boolean {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true

  const hash = Buffer.from(keccak_256(Buffer.from(digits.toLowerCase()))).toString('hex')
  return [...digits].every((digit, index) => {
    const isUpper = Number.parseInt(hash[index] ?? '0', 16) >= 8
    return digit === (isUpper ? digit.toUpperCase() : digit.toLowerCase())
  })
}

/** Whether the address signed the text; a Solana address is itself the public key. `signature`: 64 bytes. */
export function isSignedBySolana(text: string, signature: Uint8Array, address: string): boolean {
  try {
    const key = base58.decode(address)
    // Strict verification: the lax rules of ZIP-215 accept public keys for which one signature is valid for several texts.
    return key.length === 32 && ed25519.verify(signature, Buffer.from(text), key, { zip215: false })
  } catch {
    return false
  }
}
