import { createECDH } from 'node:crypto'
import { expect, it } from 'vitest'
import { readEnv } from '../../env.ts'
import { createSecrets } from '../../secrets.ts'
import { pushKeys } from './push-keys.ts'

const secrets = createSecrets(new Uint8Array(32))

/* One key in 256 begins with a zero byte, which the system's own form of the number leaves out. */
it.each([0, 1, 2])(
  'signs with the very key whose public half browsers are told, also where it begins with %i zeros',
  (zeros) => {
    const key = Buffer.concat([Buffer.alloc(zeros), Buffer.alloc(32 - zeros, 7)]).toString('base64url')

    const { publicKey, privateKey } = pushKeys({ env: readEnv({ PUSH_KEY: key }), secrets })

    const pair = createECDH('prime256v1')
    pair.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    expect(pair.getPublicKey('base64url')).toBe(publicKey)
    expect(privateKey).toBe(key)
  },
)
