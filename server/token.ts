import { randomBytes } from 'node:crypto'
import { sha256Of } from './sha256.ts'

/** 256 random bits in base64url: who knows it, may. It is mailed or shown once and stored only as its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token, and looked up by: SHA-256 in hex. */
export const hashOfToken = (token: string): string => sha256Of(token)
