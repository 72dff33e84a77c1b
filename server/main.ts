/** Entry point of the program: a single process, the primary of a cluster, or one of its workers. */
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { ConfigError, readConfig } from './config.ts'
import { ListenError } from './listen-error.ts'
import { openLog } from './log.ts'
import { workerFlag } from './workers/messages.ts'

async function main(): Promise<void> {
  // See docs/decisions/project/002-exec-in-npm-start.md. By default V8 lets the heap grow to several times of what is in use.
  setFlagsFromString('--heap-growing-percent=50')
  const config = readConfig(process.env)
  const { log, lines } = openLog(config.logLevel)
  const developing = process.argv.includes('--dev')
  if (config.workers > 1 && developing)
    throw new ConfigError('WEB_CONCURRENCY is for the built program. Unset it for npm run dev.')
  // Imported as needed: the primary loads no database, no pages and no pictures.
  if (process.argv.includes(workerFlag)) {
    const { openPrimaryChannel } = await import('./workers/primary-channel.ts')
    const { serve } = await import('./serve.ts')
    return serve({ config, log, lines, developing, primary: await openPrimaryChannel() })
  }
  if (config.workers > 1) {
    const { runPrimary } = await import('./workers/primary.ts')
    return runPrimary({ config, log, program: fileURLToPath(import.meta.url) })
  }
  const { serve } = await import('./serve.ts')
  return serve({ config, log, lines, developing })
}

/** The message of an error that the operator can correct, else the error itself with its stack. */
async function textOf(error: unknown): Promise<unknown> {
  if (error instanceof ConfigError || error instanceof ListenError) return error.message
  const { startErrorText } = await import('./serve.ts')
  return startErrorText(error)
}

main().catch(async (error: unknown) => {
  console.error(await textOf(error))
  process.exit(1)
})
