/** Takes a reply of the server apart and hands its messages to whoever reads them. */
import {
  CommandCompleteMessage,
  DataRowMessage,
  DatabaseError as ErrorResponse,
  NotificationResponseMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages'
import { Parser } from 'pg-protocol/dist/parser'

/** Whoever reads a reply; an Exchange is one. */
export interface ReplyReader {
  handleParseComplete?(): void
  handleRowDescription?(message: RowDescriptionMessage): void
  handleDataRow?(message: DataRowMessage): void
  handleCommandComplete?(message: CommandCompleteMessage): void
  handleError(error: Error): void
  handleReadyForQuery(): void
}

/** What belongs to no statement. */
export interface ConnectionEvents {
  onNotification(channel: string, payload: string): void
  /** The server has lost its bearings and will not find them again: a PostgreSQL would have ended itself. */
  onPanic(): void
}

/** Hands each message of a complete reply to its reader, and the rest aside. */
export function readReply(bytes: Buffer, reader: ReplyReader, { onNotification, onPanic }: ConnectionEvents): void {
  new Parser().parse(bytes, (message) => {
    if (message instanceof DataRowMessage) reader.handleDataRow?.(message)
    else if (message instanceof RowDescriptionMessage) reader.handleRowDescription?.(message)
    else if (message instanceof CommandCompleteMessage) reader.handleCommandComplete?.(message)
    else if (message instanceof ErrorResponse) {
      reader.handleError(message)
      if (message.severity === 'PANIC') onPanic()
    } else if (message instanceof NotificationResponseMessage) onNotification(message.channel, message.payload)
    else if (message.name === 'parseComplete') reader.handleParseComplete?.()
    else if (message.name === 'readyForQuery') reader.handleReadyForQuery()
  })
}
