import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Options = { publicKey: { challenge: string; rp?: { id?: string }; rpId?: string } }
type Change = { origin?: string; rpId?: string; challenge?: string; type?: string; signCount?: number }

/** A security key in software: creates one P-256 credential and signs with it, as WebAuthn specifies. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let signCount = 0

  const clientData = (type: string, challenge: string, change: Change) =>
    Buffer.from(
      JSON.stringify({
        type: change.type ?? type,
        challenge: change.challenge ?? challenge,
        origin: change.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (rpId: string, flags: number, attested: Buffer, change: Change) => {
    signCount += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(change.signCount ?? signCount)
    const rpIdHash = createHash('sha256')
      .update(change.rpId ?? rpId)
      .digest()
    return Buffer.concat([rpIdHash, Buffer.of(flags), count, attested])
  }
  const credential = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    ),
  })

  return {
    id,
    /** The result of `navigator.credentials.create`, as JSON. */
    create({ publicKey: options }: Options, change: Change = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const authData = authenticatorData(options.rp?.id ?? '', 0x45, attested, change)
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return credential({
        clientDataJSON: clientData('webauthn.create', options.challenge, change),
        attestationObject: attestation,
      })
    },
    /** The result of `navigator.credentials.get`, as JSON. */
    get({ publicKey: options }: Options, change: Change & { key?: KeyObject } = {}) {
      const authData = authenticatorData(options.rpId ?? '', 0x05, Buffer.alloc(0), change)
      const clientDataJSON = clientData('webauthn.get', options.challenge, change)
      const signed = Buffer.concat([authData, createHash('sha256').update(clientDataJSON).digest()])
      const signature = sign('sha256', signed, change.key ?? privateKey)
      return credential({ clientDataJSON, authenticatorData: authData, signature })
    },
  }
}

/** An EC2 key on P-256 for ES256 (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

/** The part of CBOR (RFC 8949) that a security key needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)])
    return Buffer.concat([head(5, value.size), ...entries])
  }
  throw new Error('A security key does not say such things')
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length)
  if (length < 256) return Buffer.of((major << 5) | 24, length)
  return Buffer.of((major << 5) | 25, length >> 8, length & 0xff)
}
