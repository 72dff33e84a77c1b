/** The code challenge of a PKCE verifier (RFC 7636, S256). */
import { createHash } from 'node:crypto'

export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
