/** The content of an email as data. All emails share one HTML and one plain-text layout. */
import type { z } from 'zod'

/** Data about the sending site, available to every email. */
export interface EmailContext {
  readonly name: string
  /** The address of the web app, without a trailing slash. */
  readonly siteUrl: string
  /** The public address of the backend, which serves pictures and functions, without a trailing slash. */
  readonly pictureUrl: string
  /** The support mailbox, or undefined if none is configured. */
  readonly supportEmail: string | undefined
  readonly now: Date
}

export interface Item {
  readonly name: string
  readonly quantity: number
  /** For the whole quantity. */
  readonly pricePence: number
  /** Smaller lines under the name: chosen options and allergens. */
  readonly details: readonly string[]
  /** An absolute address. */
  readonly picture: string | undefined
}

export interface Sum {
  readonly label: string
  /** Formatted: '£12.50', 'Free'. */
  readonly amount: string
  readonly isTotal?: boolean
}

/** Paths are relative to the web app. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string; readonly path?: string; readonly note?: string }
  | { readonly kind: 'button'; readonly label: string; readonly path: string }
  | { readonly kind: 'fact'; readonly label: string; readonly lines: readonly string[] }
  | { readonly kind: 'items'; readonly items: readonly Item[] }
  | { readonly kind: 'sums'; readonly sums: readonly Sum[] }

export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly content: string
}

export interface EmailContent {
  readonly subject: string
  /** The preview text beside the subject in an inbox. */
  readonly preview: string
  readonly heading: string
  readonly blocks: readonly Block[]
  readonly attachments?: readonly Attachment[]
  /** The address for replies, if it is not the sender. */
  readonly replyTo?: string
  /** For emails that are not about the member's own orders, messages or account. */
  readonly unsubscribe?: { readonly token: string; readonly reason: string }
}

/** The page that asks before it unsubscribes. */
export const unsubscribePath = (token: string) => `/unsubscribe?token=${encodeURIComponent(token)}`

/** @throws ZodError if the data does not match the template's schema */
export type Template = (data: unknown, context: EmailContext) => EmailContent

/** Defines a template whose data is parsed by its schema. */
export function defineTemplate<Schema extends z.ZodType>(
  schema: Schema,
  write: (data: z.output<Schema>, context: EmailContext) => EmailContent,
): Template {
  return (data, context) => write(schema.parse(data), context)
}
