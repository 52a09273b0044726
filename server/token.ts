import { randomBytes } from 'node:crypto'
import { sha256Of } from './sha256.ts'

/** 256 random bits in base64url; possession grants access. A token is mailed or shown once, and only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a token, by which it is looked up: SHA-256 in hex. */
export const hashOfToken = (token: string): string => sha256Of(token)
