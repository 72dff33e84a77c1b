/** Unsent text of a conversation in sessionStorage: the draft, and messages still being sent. */
import { isUuid } from '#domain/values/ids'
import { draftKey, loadDraft, storeDraft } from '#platform/session-drafts.ts'
import type { SavedMessage } from './outbox.ts'
import type { ConversationIds } from './thread-query.ts'

const textKey = ({ userId, conversationId }: ConversationIds) => draftKey('draft', userId, conversationId)
const unsentKey = ({ userId, conversationId }: ConversationIds) => draftKey('unsent', userId, conversationId)

export function readDraft(conversation: ConversationIds): string {
  return loadDraft(textKey(conversation))
}

export function saveDraft(conversation: ConversationIds, text: string): void {
  storeDraft(textKey(conversation), text)
}

export function readUnsent(conversation: ConversationIds): readonly SavedMessage[] {
  try {
    const stored: unknown = JSON.parse(loadDraft(unsentKey(conversation)) || '[]')
    return Array.isArray(stored) ? stored.filter(isSavedMessage) : []
  } catch {
    // The text is not JSON, so this page did not write it.
    return []
  }
}

export function saveUnsent(conversation: ConversationIds, unsent: readonly SavedMessage[]): void {
  storeDraft(unsentKey(conversation), unsent.length === 0 ? '' : JSON.stringify(unsent))
}

function isSavedMessage(value: unknown): value is SavedMessage {
  if (typeof value !== 'object' || value === null) return false
  return (
    'id' in value &&
    typeof value.id === 'string' &&
    isUuid(value.id) &&
    'content' in value &&
    typeof value.content === 'string' &&
    'hasFailed' in value &&
    typeof value.hasFailed === 'boolean'
  )
}
