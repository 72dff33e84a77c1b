/** The endpoint through which the project's functions put emails into the development mailbox, with the service key. */
import { z } from 'zod'
import type { Tokens } from '#backend/tokens'
import { MailError } from './mail-transport.ts'
import type { Mailbox } from './mailbox.ts'

export const mailboxIntakePath = '/dev/mailbox/emails'

/** Size of an email with its attachments, as JSON. */
const maxBytes = 2_000_000

const emailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() })).default([]),
  headers: z.record(z.string(), z.string()).default({}),
})

/** Handles POST of an email as JSON with the service key as bearer token; undefined for every other request. */
export function createMailboxIntake(
  mailbox: Mailbox,
  tokens: Tokens,
): (request: Request) => Promise<Response> | undefined {
  const receive = async (request: Request): Promise<Response> => {
    if (!(await hasServiceKey(request, tokens))) return errorResponse(401, 'Only the service key may store emails here')
    if (Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY) > maxBytes)
      return errorResponse(413, `The email is larger than ${maxBytes} bytes, or has no Content-Length`)
    const email = emailSchema.safeParse(await request.json().catch(() => undefined))
    if (!email.success) return errorResponse(400, 'An email needs to, subject, text and html; attachments are optional')
    try {
      await mailbox.send(email.data)
      return new Response(null, { status: 204 })
    } catch (error) {
      if (error instanceof MailError) return errorResponse(400, error.message)
      throw error
    }
  }
  return (request) => {
    // This runs for every request, so the URL is parsed only where it may match.
    if (request.method !== 'POST' || !request.url.endsWith(mailboxIntakePath)) return undefined
    return new URL(request.url).pathname === mailboxIntakePath ? receive(request) : undefined
  }
}

async function hasServiceKey(request: Request, tokens: Tokens): Promise<boolean> {
  const token = /^bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token === undefined) return false
  return tokens.verify(token).then(
    ({ role }) => role === 'service_role',
    () => false,
  )
}

const errorResponse = (status: number, message: string) => Response.json({ message }, { status })
