import { createHash } from 'node:crypto'
import { z } from 'zod'
import { openSession } from '../accounts/sessions.ts'
import { signInWithIdentity, withIdentityRace } from '../accounts/sign-in-with-identity.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError, OAuthError, validationFailed } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { clientOf } from '../http/client.ts'
import {
  type Dialect,
  ethereumDialect,
  parseWalletMessage,
  solanaDialect,
  type WalletMessage,
  WalletMessageError,
} from '../web3/wallet-message.ts'
import { assertForUs, assertValidNow, walletMessageMs } from '../web3/wallet-rules.ts'
import { type Endpoint, sendTokens } from './endpoint.ts'

const bodySchema = z.object({
  chain: z.string().default(''),
  message: z.string().default(''),
  signature: z.string().default(''),
})

type Chain = {
  dialect: Dialect
  isSigned(text: string, signature: string, address: string): Promise<boolean>
}
type ChainName = 'ethereum' | 'solana'

const chains: Record<ChainName, Chain> = {
  ethereum: { dialect: ethereumDialect, isSigned: isSignedAsEthereum },
  solana: { dialect: solanaDialect, isSigned: isSignedAsSolana },
}

/** POST /token?grant_type=web3: exchanges a message that the wallet's owner has signed for a session, once. */
export const web3Grant: Endpoint = async (c, auth) => {
  const enabled = auth.settings.web3
  if (!enabled.ethereum && !enabled.solana) throw web3Disabled()

  const client = clientOf(c, auth)
  await auth.limits.consume('web3', client)

  const { chain, message: text, signature } = await readBody(c, bodySchema)
  if (chain !== 'ethereum' && chain !== 'solana') {
    throw new AuthError(400, 'web3_unsupported_chain', 'Unsupported chain')
  }
  if (!enabled[chain]) throw web3Disabled()

  const message = await acceptedMessage(auth, chain, text, signature)
  const tokens = await withIdentityRace(auth, async (tx) => {
    await useOnce(tx, chain, text)
    const outcome = await signInWithIdentity(auth, tx, identityOf(chain, message), client)
    if (outcome.kind !== 'in') throw new Error('A wallet has no address to prove')
    return openSession(auth, tx, outcome.user.id, 'web3', client)
  })
  return sendTokens(c, tokens)
}

async function acceptedMessage(
  auth: Auth,
  chain: ChainName,
  text: string,
  signature: string,
): Promise<WalletMessage> {
  if (text.length < 64) throw validationFailed('message is too short')
  if (Buffer.byteLength(text) > 20 * 1024) throw validationFailed('message must not exceed 20KB')

  const { dialect, isSigned } = chains[chain]
  const message = parsed(text, dialect)
  if (!(await isSigned(text, signature, message.address))) {
    throw new OAuthError('invalid_grant', 'Signature does not match address in message')
  }
  assertForUs(message, dialect, auth.settings)
  assertValidNow(message, dialect)
  return message
}

function parsed(text: string, dialect: Dialect): WalletMessage {
  try {
    return parseWalletMessage(text, dialect)
  } catch (error) {
    if (error instanceof WalletMessageError) throw validationFailed(error.message)
    throw error
  }
}

async function isSignedAsEthereum(text: string, signature: string, address: string): Promise<boolean> {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) {
    throw validationFailed('signature must be 65 bytes encoded as hex, with 0x before it')
  }
  // Loaded on demand, because the curves are 450 kB of code that most instances never need.
  const { isEthereumAddress, isSignedByEthereum } = await import('../web3/signatures.ts')
  if (!isEthereumAddress(address)) throw validationFailed('wallet address is not in the correct format')
  return isSignedByEthereum(text, signature, address)
}

async function isSignedAsSolana(text: string, signature: string, address: string): Promise<boolean> {
  if (!/^([A-Za-z0-9+/]{86}|[A-Za-z0-9_-]{86})(==)?$/.test(signature)) {
    throw validationFailed('signature must be 64 bytes encoded as base64 with or without padding')
  }
  const { isSignedBySolana } = await import('../web3/signatures.ts')
  return isSignedBySolana(text, Buffer.from(signature, 'base64'), address)
}

/**
 * Records the message for as long as it could be replayed. The message is hashed, not its signature, because one key can make several
 * valid signatures of the same message.
 * @throws OAuthError invalid_grant when the message was used before
 */
async function useOnce(tx: AuthTransaction, chain: string, text: string): Promise<void> {
  const hash = createHash('sha256')
    .update(JSON.stringify([chain, text]))
    .digest()
  const stored = await tx.run(
    `insert into auth.used_wallet_messages (message_hash, expires_at)
     values ($1, now() + make_interval(secs => $2)) on conflict do nothing`,
    [hash, (2 * walletMessageMs) / 1000],
  )
  if (stored === 0) throw new OAuthError('invalid_grant', 'Signed message was used already')
}

function identityOf(chain: ChainName, message: WalletMessage) {
  // Capitals in an Ethereum address are only a checksum, so all spellings are the same person.
  const address = chain === 'ethereum' ? message.address.toLowerCase() : message.address
  const subject = `web3:${chain}:${address}`
  const claims = {
    address: message.address,
    chain,
    network: message.chainId ?? (chain === 'solana' ? 'mainnet' : '1'),
    domain: message.domain,
    statement: message.statement ?? '',
  }
  return {
    provider: 'web3',
    subject,
    emails: [],
    data: { sub: subject, custom_claims: claims, email_verified: false, phone_verified: false },
  }
}

function web3Disabled(): AuthError {
  return new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
}
