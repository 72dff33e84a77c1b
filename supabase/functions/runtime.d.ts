/** The runtime API of functions, on Supabase and here (backend/functions/worker.js). */
declare namespace Deno {
  const env: { get(name: string): string | undefined }
  function serve(handler: (request: Request) => Response | Promise<Response>): void
}

declare namespace EdgeRuntime {
  /** Keeps the function alive until the promise settles, even after its response. */
  function waitUntil(promise: Promise<unknown>): void
}
