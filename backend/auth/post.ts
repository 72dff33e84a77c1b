/** Hands letters to the mailer without anybody waiting for it. */
import type { Mail, Mailer } from '#backend/mail/index'

export interface Log {
  error(details: object, message: string): void
}

export interface Post {
  /** Sends the letter after the answer. */
  send(mail: Mail): void
  /** Does other work after the answer. */
  run(what: string, work: () => Promise<void>): void
  /** Resolves once nothing is under way. */
  settle(): Promise<void>
}

/** @param onSend is told of every letter */
export function createPost(mailer: Pick<Mailer, 'send'>, log: Log, onSend: () => Promise<void>): Post {
  const underWay = new Set<Promise<void>>()

  const run = (what: string, work: () => Promise<void>) => {
    const running = work().catch((error: unknown) => log.error({ err: error }, `${what} failed`))
    underWay.add(running)
    running.finally(() => underWay.delete(running))
  }

  return {
    run,
    send(mail) {
      run('counting a letter', onSend)
      run('sending a letter', () => mailer.send(mail))
    },
    async settle() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}
