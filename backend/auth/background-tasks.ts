/** Sends emails and runs other work after the response. */
import type { Mail, MailTransport } from '#backend/mail/index'

export interface Log {
  error(details: object, message: string): void
}

export interface BackgroundTasks {
  /** Sends the email after the response. */
  send(mail: Mail): void
  /** Runs other work after the response. */
  run(what: string, work: () => Promise<void>): void
  /** Resolves once no task is running. */
  settle(): Promise<void>
}

/** @param onSend runs for every email */
export function createBackgroundTasks(
  mailTransport: Pick<MailTransport, 'send'>,
  log: Log,
  onSend: () => Promise<void>,
): BackgroundTasks {
  const pending = new Set<Promise<void>>()

  const run = (what: string, work: () => Promise<void>) => {
    const running = work().catch((error: unknown) => log.error({ err: error }, `${what} failed`))
    pending.add(running)
    running.finally(() => pending.delete(running))
  }

  return {
    run,
    send(mail) {
      run('counting an email', onSend)
      run('sending an email', () => mailTransport.send(mail))
    },
    async settle() {
      while (pending.size > 0) await Promise.allSettled(pending)
    },
  }
}
