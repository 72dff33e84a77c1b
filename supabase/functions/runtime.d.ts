/** What the runtime gives to functions, Supabase's and ours (backend/functions/worker.js). */
declare namespace Deno {
  const env: { get(name: string): string | undefined }
  function serve(handler: (request: Request) => Response | Promise<Response>): void
}

declare namespace EdgeRuntime {
  /** Keeps the function alive until the promise settles, beyond its answer. */
  function waitUntil(promise: Promise<unknown>): void
}
