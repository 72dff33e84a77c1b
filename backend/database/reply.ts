/** Parses the server's replies. */
import {
  CommandCompleteMessage,
  DataRowMessage,
  DatabaseError as ErrorResponse,
  NotificationResponseMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages'
import { Parser } from 'pg-protocol/dist/parser'

/** Handlers for a statement's messages, e.g. an Exchange. */
export interface ReplyReader {
  handleParseComplete?(): void
  handleRowDescription?(message: RowDescriptionMessage): void
  handleDataRow?(message: DataRowMessage): void
  handleCommandComplete?(message: CommandCompleteMessage): void
  handleError(error: Error): void
  handleReadyForQuery(): void
}

/** Messages that belong to no statement. */
export interface ConnectionEvents {
  onNotification(channel: string, payload: string): void
  /** The server has panicked and cannot continue. PostgreSQL would exit; PGlite does not. */
  onPanic(): void
}

/** Passes each message of a complete reply to its handler. */
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
