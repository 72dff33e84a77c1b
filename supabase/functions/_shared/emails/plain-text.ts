/** Sets a letter as plain text, with everything that its HTML says. */
import { formatPence } from '../../../../domain/money.ts'
import type { Block, EmailContent, EmailContext, Item } from './email.ts'

export function renderText({ heading, blocks }: EmailContent, context: EmailContext): string {
  const parts = [heading, ...blocks.map((block) => blockText(block, context)), ...closing(context)]
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

function closing({ name, siteUrl, supportEmail }: EmailContext): string[] {
  return [
    `With warm wishes,\n${name}`,
    '--',
    [
      supportEmail && `Questions? Write to ${supportEmail}.`,
      `What we write to you about, you choose at ${siteUrl}/settings/notifications`,
    ]
      .filter(Boolean)
      .join('\n'),
  ]
}

/** Nothing but words and line breaks, whatever somebody is called. */
const tidy = (text: string) => text.replace(/[^\P{Cc}\n]/gu, ' ')
