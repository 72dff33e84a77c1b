/** Renders an email as plain text with the same content as its HTML. */
import { formatPence } from '../../../../domain/values/money.ts'
import { type Block, type EmailContent, type EmailContext, type Item, unsubscribePath } from './email.ts'

export function renderText(email: EmailContent, context: EmailContext): string {
  const { heading, blocks } = email
  const parts = [heading, ...blocks.map((block) => blockText(block, context)), ...closing(email, context)]
  return `${parts.map(tidy).join('\n\n')}\n`
}

function blockText(block: Block, { siteUrl }: EmailContext): string {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'heading':
      return [block.text.toUpperCase(), block.note, block.path && siteUrl + block.path].filter(Boolean).join('\n')
    case 'button':
      return `${block.label}:\n${siteUrl}${block.path}`
    case 'fact':
      return `${block.label}:\n${block.lines.map((line) => `  ${line}`).join('\n')}`
    case 'items':
      return block.items.map(itemText).join('\n')
    case 'sums':
      return block.sums.map(({ label, amount }) => `${label}: ${amount}`).join('\n')
  }
}

function itemText({ quantity, name, pricePence, details }: Item): string {
  return [`${quantity} × ${name}  ${formatPence(pricePence)}`, ...details.map((line) => `    ${line}`)].join('\n')
}

function closing({ unsubscribe }: EmailContent, { name, siteUrl, supportEmail }: EmailContext): string[] {
  return [
    `With warm wishes,\n${name}`,
    '--',
    [
      supportEmail && `Questions? Email ${supportEmail}.`,
      unsubscribe
        ? `${unsubscribe.reason} Unsubscribe: ${siteUrl}${unsubscribePath(unsubscribe.token)}`
        : `Choose which emails you receive in your notification settings: ${siteUrl}/settings/notifications`,
    ]
      .filter(Boolean)
      .join('\n'),
  ]
}

/** Replaces control characters except line breaks. */
const tidy = (text: string) => text.replace(/[^\P{Cc}\n]/gu, ' ')
