/** Collects the protocol messages of one round trip as bytes, and hands the server's messages to whoever reads the reply. */
import { serialize } from 'pg-protocol'
import {
  CommandCompleteMessage,
  DataRowMessage,
  DatabaseError as ErrorResponse,
  NotificationResponseMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages'
import { Parser } from 'pg-protocol/dist/parser'
import type { Wire } from './exchange.ts'

export class ByteWire implements Wire {
  readonly #parts: Buffer[] = []

  parse(message: { name: string; text: string }): void {
    this.#parts.push(serialize.parse(message))
  }
  bind(message: { statement: string; values?: (string | null)[] }): void {
    this.#parts.push(serialize.bind(message))
  }
  describe(message: { type: 'S' | 'P'; name: string }): void {
    this.#parts.push(serialize.describe(message))
  }
  execute(): void {
    this.#parts.push(serialize.execute())
  }
  close(message: { type: 'S' | 'P'; name: string }): void {
    this.#parts.push(serialize.close(message))
  }
  sync(): void {
    this.#parts.push(serialize.sync())
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

/** Whoever reads a reply; an Exchange is one. */
export interface ReplyReader {
  handleParseComplete?(): void
  handleRowDescription?(message: RowDescriptionMessage): void
  handleDataRow?(message: DataRowMessage): void
  handleCommandComplete?(message: CommandCompleteMessage): void
  handleError(error: Error): void
  handleReadyForQuery(): void
}

/** Hands each message of a complete reply to its reader; notifications, which belong to no statement, go aside. */
export function readReply(
  bytes: Buffer,
  reader: ReplyReader,
  onNotification: (channel: string, payload: string) => void,
): void {
  new Parser().parse(bytes, (message) => {
    if (message instanceof DataRowMessage) reader.handleDataRow?.(message)
    else if (message instanceof RowDescriptionMessage) reader.handleRowDescription?.(message)
    else if (message instanceof CommandCompleteMessage) reader.handleCommandComplete?.(message)
    else if (message instanceof ErrorResponse) reader.handleError(message)
    else if (message instanceof NotificationResponseMessage) onNotification(message.channel, message.payload)
    else if (message.name === 'parseComplete') reader.handleParseComplete?.()
    else if (message.name === 'readyForQuery') reader.handleReadyForQuery()
  })
}
