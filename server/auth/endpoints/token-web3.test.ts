import { AuthClient } from '@supabase/auth-js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startAuth, type TestAuth, unlimited } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { newEthereumWallet, newSolanaWallet, type Wallet, walletMessage } from '../../testing/wallets.ts'

const { pool } = await createTestDatabase()
const web3 = { ethereum: true, solana: true }
const start = (settings = {}) => startAuth(pool, { web3, ...settings })

const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const show = (auth: TestAuth, wallet: Wallet, message: string, signature = wallet.sign(message)) =>
  auth.call('POST', '/token?grant_type=web3', { body: { chain: wallet.chain, message, signature } })

const wallets: [string, () => Wallet][] = [
  ['Ethereum', newEthereumWallet],
  ['Solana', newSolanaWallet],
]

describe.each(wallets)('a sign-in with %s', (name, newWallet) => {
  it('opens a session for the account of the wallet, the same each time', async () => {
    const auth = await start()
    const wallet = newWallet()

    const first = await show(auth, wallet, walletMessage(wallet))
    const second = await show(auth, wallet, walletMessage(wallet, { more: ['Request ID: 2'] }))

    expect(first.status).toBe(200)
    expect(second.body.user.id).toBe(first.body.user.id)
    expect(first.body.user).toMatchObject({
      email: '',
      app_metadata: { provider: 'web3', providers: ['web3'] },
      identities: [{ provider: 'web3', identity_data: { custom_claims: { address: wallet.address } } }],
    })
    const claims = await auth.verifyAccessToken(first.body.access_token)
    expect(claims.amr).toMatchObject([{ method: 'web3' }])
    expect(claims.aal).toBe('aal1')
  })

  it('is two people for two wallets', async () => {
    const auth = await start()
    const [one, two] = [newWallet(), newWallet()]

    const first = await show(auth, one, walletMessage(one))
    const second = await show(auth, two, walletMessage(two))

    expect(second.body.user.id).not.toBe(first.body.user.id)
  })

  it('takes a message once', async () => {
    const auth = await start()
    const wallet = newWallet()
    const message = walletMessage(wallet)
    await show(auth, wallet, message)

    const { status, body } = await show(auth, wallet, message)

    expect([status, body.error]).toEqual([400, 'invalid_grant'])
    expect(body.error_description).toContain('used already')
  })

  it('takes a message once even when it is shown twice at the same time', async () => {
    const auth = await start()
    const wallet = newWallet()
    const message = walletMessage(wallet)

    const answers = await Promise.all([1, 2, 3].map(() => show(auth, wallet, message)))

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  it("refuses another wallet's signature, and one of another text", async () => {
    const auth = await start()
    const [wallet, other] = [newWallet(), newWallet()]
    const message = walletMessage(wallet)

    const foreign = await show(auth, wallet, message, other.sign(message))
    const changed = await show(auth, wallet, message, wallet.sign(`${message} `))

    for (const { status, body } of [foreign, changed]) {
      expect(status).toBe(400)
      expect(body).toEqual({
        error: 'invalid_grant',
        error_description: 'Signature does not match address in message',
      })
    }
  })

  it.each([
    ['of another site', { domain: 'evil.test', uri: 'https://evil.test/' }, 'not allowed on this server'],
    ['whose domain is not its address', { domain: 'evil.test' }, 'Domain that does not match'],
    ['without HTTPS', { uri: 'http://site.test/' }, 'only HTTPS is allowed'],
    ['issued long ago', { issuedAt: minutes(-11) }, 'issued too long ago'],
    ['issued in the future', { issuedAt: minutes(11) }, 'too far in the future'],
    ['that has expired', { more: [`Expiration Time: ${minutes(-1).toISOString()}`] }, 'is expired'],
    ['not valid yet', { more: [`Not Before: ${minutes(1).toISOString()}`] }, 'valid in the future'],
  ])('refuses a message %s', async (_what, parts, reason) => {
    const auth = await start()
    const wallet = newWallet()

    const { status, body } = await show(auth, wallet, walletMessage(wallet, parts))

    expect([status, body.error]).toEqual([400, 'invalid_grant'])
    expect(body.error_description).toContain(reason)
  })

  it('accepts one of a site that the operator lists', async () => {
    const auth = await start({ uriAllowList: ['https://app.test/**'] })
    const wallet = newWallet()

    const message = walletMessage(wallet, { domain: 'app.test', uri: 'https://app.test/in' })

    expect((await show(auth, wallet, message)).status).toBe(200)
  })

  it.each([
    ['with a statement', 'I read my stories.'],
    ['without one', null],
  ])('reads a message %s, with all further fields', async (_what, statement) => {
    const auth = await start()
    const wallet = newWallet()
    const more = [
      'Nonce: 12345678',
      `Expiration Time: ${minutes(5).toISOString()}`,
      `Not Before: ${minutes(-5).toISOString()}`,
      'Request ID: abc',
      'Resources:',
      '- https://site.test/one',
    ]

    expect((await show(auth, wallet, walletMessage(wallet, { statement, more }))).status).toBe(200)
  })

  it.each([
    ['a line that is no field', (text: string) => text.replace('Version: 1', 'Version: 1\nRole: admin')],
    ['a field twice', (text: string) => `${text}\nURI: https://site.test/other`],
    ['another version', (text: string) => text.replace('Version: 1', 'Version: 2')],
    ['no URI', (text: string) => text.replace(/URI: .*\n/, '')],
    ['a time that is none', (text: string) => text.replace(/Issued At: .*/, 'Issued At: yesterday')],
    ['no time', (text: string) => text.replace(/\nIssued At: .*/, '')],
    ['another beginning', (text: string) => text.replace('wants you', 'begs you')],
    ['a domain with a user in it', (text: string) => text.replace(/^site/, 'evil@site')],
    ['another wallet', (text: string) => text.replace(`your ${name}`, 'your Bitcoin')],
    ['no blank line', (text: string) => text.replace('\n\n', '\n')],
    ['no address', (text: string) => text.replace(/\n.*/, '\nsomewhere')],
    ['too little', () => 'site.test wants you'],
    ['too much', (text: string) => `${text}\nRequest ID: ${'x'.repeat(21 * 1024)}`],
  ])('refuses a message with %s', async (_what, change) => {
    const auth = await start()
    const wallet = newWallet()

    const { status, body } = await show(auth, wallet, change(walletMessage(wallet)))

    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })

  it.each(['', '0x', 'nonsense', `0x${'0'.repeat(128)}`, 'A'.repeat(85)])(
    'refuses %j as a signature',
    async (signature) => {
      const auth = await start()
      const wallet = newWallet()

      const { status, body } = await show(auth, wallet, walletMessage(wallet), signature)

      expect([status, body.code]).toEqual([400, 'validation_failed'])
    },
  )

  it('makes no account where sign-ups are closed, but lets in who has one', async () => {
    const [open, closed] = [await start(), await start({ disableSignup: true })]
    const [known, unknown] = [newWallet(), newWallet()]
    await show(open, known, walletMessage(known))

    const again = await show(closed, known, walletMessage(known, { more: ['Request ID: 2'] }))
    const refused = await show(closed, unknown, walletMessage(unknown))

    expect(again.status).toBe(200)
    expect([refused.status, refused.body.code]).toEqual([422, 'signup_disabled'])
  })
})

describe('wallets', () => {
  it.each(wallets)('of %s need not be allowed', async (_name, newWallet) => {
    const wallet = newWallet()
    const none = await start({ web3: {} })
    const other = await start({
      web3: { ethereum: wallet.chain === 'solana', solana: wallet.chain === 'ethereum' },
    })

    for (const auth of [none, other]) {
      const { status, body } = await show(auth, wallet, walletMessage(wallet))
      expect([status, body.code, body.message]).toEqual([
        422,
        'web3_provider_disabled',
        'Web3 provider is disabled',
      ])
    }
    expect((await other.call('GET', '/settings')).body.external).toMatchObject({
      web3_ethereum: wallet.chain === 'solana',
      web3_solana: wallet.chain === 'ethereum',
    })
  })

  it('of other chains are told so', async () => {
    const auth = await start()

    const { status, body } = await auth.call('POST', '/token?grant_type=web3', { body: { chain: 'bitcoin' } })

    expect([status, body.code]).toEqual([400, 'web3_unsupported_chain'])
  })

  it('may try so often from one address', async () => {
    const auth = await start({ rateLimits: { ...unlimited, web3: { points: 2, seconds: 60 } } })
    const wallet = newEthereumWallet()
    for (const id of [1, 2]) await show(auth, wallet, walletMessage(wallet, { more: [`Request ID: ${id}`] }))

    expect((await show(auth, wallet, walletMessage(wallet))).status).toBe(429)
  })

  it('of Ethereum are one person in capitals and in small letters', async () => {
    const auth = await start()
    const wallet = newEthereumWallet()
    const small = { ...wallet, address: wallet.address.toLowerCase() }

    const first = await show(auth, wallet, walletMessage(wallet))
    const second = await show(auth, small, walletMessage(small))

    expect(second.body.user.id).toBe(first.body.user.id)
  })

  it('of Ethereum whose checksum is wrong are refused', async () => {
    const auth = await start()
    const wallet = newEthereumWallet()
    const swapped = [...wallet.address.slice(2)]
      .map((digit) => (digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase()))
      .join('')
    const wrong = { ...wallet, address: `0x${swapped}` }

    const { status, body } = await show(auth, wrong, walletMessage(wrong))

    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })

  it('of Solana may sign as base64url, with a heading that lacks its colon', async () => {
    const auth = await start()
    const wallet = newSolanaWallet()
    const message = walletMessage(wallet, { more: ['Resources', '- https://site.test/one'] })
    const signature = wallet.sign(message).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

    expect((await show(auth, wallet, message, signature)).status).toBe(200)
  })

  it('on this machine need no HTTPS', async () => {
    const auth = await start({ siteUrl: 'http://localhost:4310' })
    const wallet = newEthereumWallet()
    const uri = 'http://localhost:4310/login'

    expect((await show(auth, wallet, walletMessage(wallet, { domain: 'localhost:4310', uri }))).status).toBe(
      200,
    )
  })
})

describe('the stock client', () => {
  function newClient(auth: TestAuth) {
    const client = new AuthClient({ url: auth.url, persistSession: false, autoRefreshToken: false })
    onTestFinished(() => client.dispose())
    return client
  }

  it('signs in with an Ethereum wallet', async () => {
    const wallet = newEthereumWallet()
    const client = newClient(await start())
    const provider = {
      request: async ({ method, params }: { method: string; params?: unknown[] }) => {
        if (method === 'eth_requestAccounts') return [wallet.address]
        if (method === 'eth_chainId') return '0x1'
        return wallet.sign(Buffer.from(String(params?.[0]).slice(2), 'hex').toString())
      },
    }

    const { data, error } = await client.signInWithWeb3({
      chain: 'ethereum',
      statement: 'I read my stories.',
      wallet: provider as never,
      options: { url: 'https://site.test/login' },
    })

    expect(error).toBeNull()
    expect(data.session?.access_token).toBeDefined()
  })

  it('signs in with a Solana wallet, resources and all', async () => {
    const wallet = newSolanaWallet()
    const client = newClient(await start())

    const { data, error } = await client.signInWithWeb3({
      chain: 'solana',
      statement: 'I read my stories.',
      wallet: {
        publicKey: { toBase58: () => wallet.address },
        signMessage: async (bytes: Uint8Array) => wallet.signBytes(bytes),
      } as never,
      options: {
        url: 'https://site.test/login',
        signInWithSolana: { resources: ['https://site.test/one'] },
      },
    })

    expect(error).toBeNull()
    expect(data.session?.user.app_metadata.provider).toBe('web3')
  })
})
