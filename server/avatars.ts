/** Draws a member's initials as a picture, at /avatar/NAME.svg. No external service is involved. */
import { createAvatar } from '@dicebear/core'
import * as initials from '@dicebear/initials'

/** Berry, cocoa, leaf, plum and honey, dark enough for white text. */
const colours = ['9d2449', '5a3a2e', '4c6b3c', '6d3b6e', '8a5a12']
const longestName = 80

/** The response to GET /avatar/NAME.svg, or undefined for any other path. */
export function avatarResponse(pathname: string): Response | undefined {
  const encoded = /^\/avatar\/([^/]+)\.svg$/.exec(pathname)?.[1]
  if (encoded === undefined) return undefined
  const name = decoded(encoded)
  if (name === undefined || name.length > longestName) return new Response('Not a name', { status: 400 })
  const svg = createAvatar(initials, {
    seed: name,
    backgroundColor: colours,
    fontFamily: ['sans-serif'],
    fontWeight: 600,
  })
  return new Response(svg.toString(), {
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  })
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
