import { limits } from '#contract/limits.ts'
import { asReader, type ReaderClaims } from '../../db/actor.ts'
import { codeError, sayTooMany } from '../../errors.ts'
import { createRateLimit } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'
import { hashOfToken } from '../../token.ts'
import { createRightPasswords } from './right-passwords.ts'

/** What a visitor sends to see what a link shows. */
export type LinkKey = { token: string; password?: string | undefined }
/** A link that opens, and the database claims to read its story with. */
export type OpenedLink = {
  id: string
  ownerId: string
  storyId: string
  word: string | null
  claims: ReaderClaims
}
/** @throws NOT_FOUND, SHARE_LINK_OFF, SHARE_LINK_EXPIRED, LINK_PASSWORD_NEEDED, LINK_PASSWORD_WRONG, TOO_MANY_REQUESTS */
export type OpenLink = (key: LinkKey, caller: string) => Promise<OpenedLink>

const QUARTER_OF_AN_HOUR = 900

/** Creates the function that checks a link's token and password, and says why a link does not open. */
export function createLinkOpener(services: Pick<Services, 'db' | 'env' | 'passwords'>): OpenLink {
  const guesses = createRateLimit(services, 'link-password', {
    points: limits.linkPasswordGuesses,
    seconds: QUARTER_OF_AN_HOUR,
  })
  const guessesOfAll = createRateLimit(services, 'link-password-of-all', {
    points: limits.linkPasswordGuessesOfAll,
    seconds: QUARTER_OF_AN_HOUR,
  })
  const compared = createRateLimit(services, 'link-password-compared', {
    points: limits.linkPasswordsCompared,
    seconds: QUARTER_OF_AN_HOUR,
  })
  const unknown = createRateLimit(services, 'link-unknown', {
    points: limits.unknownLinks,
    seconds: QUARTER_OF_AN_HOUR,
  })

  const right = createRightPasswords()

  /**
   * Once a limit is reached, refuses before the password is compared. The right password is refused as well, otherwise
   * the answers would reveal which one it is. A caller's own limits are checked first, so that their refused guesses do
   * not use up the limit that all callers of the link share.
   */
  const checkPassword = async (linkId: string, stored: string, given: string | undefined, caller: string) => {
    if (given === undefined || given === '') throw codeError('LINK_PASSWORD_NEEDED')
    const guesser = `${linkId}/${caller}`
    const one = { linkId, stored, given, caller }
    if (right.knows(one)) {
      if (!(await guesses.hasLeft(guesser))) throw codeError('TOO_MANY_REQUESTS')
      return
    }
    const mayTry =
      (await compared.take(caller)) && (await guesses.take(guesser)) && (await guessesOfAll.take(linkId))
    if (!mayTry) throw codeError('TOO_MANY_REQUESTS')
    const isRight = await services.passwords.matches(stored, given).catch(sayTooMany)
    if (!isRight) throw codeError('LINK_PASSWORD_WRONG')
    await guesses.giveBack(guesser)
    await guessesOfAll.giveBack(linkId)
    right.keep(one)
  }

  return async ({ token, password }, caller) => {
    const link = await findLink(services, token)
    if (!link) {
      if (!(await unknown.take(caller))) throw codeError('TOO_MANY_REQUESTS')
      throw codeError('NOT_FOUND')
    }
    if (link.revoked_at !== null) throw codeError('SHARE_LINK_OFF')
    if (link.expires_at !== null && link.expires_at.getTime() <= Date.now())
      throw codeError('SHARE_LINK_EXPIRED')
    if (link.password_hash !== null) await checkPassword(link.id, link.password_hash, password, caller)

    const word = link.password_hash === null ? null : hashOfToken(link.password_hash)
    const claims = { link_id: link.id, ...(word === null ? {} : { link_word: word }) }
    return { id: link.id, ownerId: link.user_id, storyId: link.resource_id, word, claims }
  }
}

function findLink({ db }: Pick<Services, 'db'>, token: string) {
  const tokenHash = hashOfToken(token)
  return asReader(db, { link_hash: tokenHash }, (tx) =>
    tx
      .selectFrom('public_links')
      .where('token_hash', '=', tokenHash)
      .where('resource_type', '=', 'story')
      .select(['id', 'user_id', 'resource_id', 'expires_at', 'password_hash', 'revoked_at'])
      .executeTakeFirst(),
  )
}
