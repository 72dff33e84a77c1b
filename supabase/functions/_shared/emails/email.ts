/** What a letter says, before it is set: words and amounts alone. How that looks, in HTML and as text, is the same for all of them. */
import type { z } from 'zod'

/** What every letter may tell of the context that sends it. */
export interface EmailContext {
  readonly name: string
  /** Where people reach the web app, without a slash at the end. */
  readonly siteUrl: string
  /** Where pictures are reached from outside, without a slash at the end. */
  readonly pictureUrl: string
  /** Who answers questions; undefined where nobody has said. */
  readonly supportEmail: string | undefined
  readonly now: Date
}

export interface Item {
  readonly name: string
  readonly quantity: number
  /** Of all of them. */
  readonly pricePence: number
  /** Smaller, under the name: the chosen options, what it contains. */
  readonly details: readonly string[]
  /** Absolute. */
  readonly picture: string | undefined
}

export interface Sum {
  readonly label: string
  /** As it is to be read: '£12.50', 'Free'. */
  readonly amount: string
  readonly isTotal?: boolean
}

/** Paths lead to pages of the web app. */
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
  /** What mail programs show beside the subject. */
  readonly preview: string
  readonly heading: string
  readonly blocks: readonly Block[]
  readonly attachments?: readonly Attachment[]
  /** Who gets the answer, where that is not the context. */
  readonly replyTo?: string
}

/** @throws ZodError where the data is not what the letter needs */
export type Template = (data: unknown, context: EmailContext) => EmailContent

/** A template of the data that its schema describes. */
export function defineTemplate<Schema extends z.ZodType>(
  schema: Schema,
  write: (facts: z.output<Schema>, context: EmailContext) => EmailContent,
): Template {
  return (data, context) => write(schema.parse(data), context)
}
