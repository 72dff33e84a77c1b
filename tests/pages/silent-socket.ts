/** A socket to realtime that opens and then stays silent. All others, such as the test runner's, are real. */
const RealSocket = globalThis.WebSocket

class SilentSocket extends EventTarget {
  readonly url: string
  readyState: number = RealSocket.CONNECTING
  binaryType: BinaryType = 'blob'
  bufferedAmount = 0
  extensions = ''
  protocol = ''
  onopen: ((event: Event) => void) | null = null
  onclose: ((event: CloseEvent) => void) | null = null
  onerror: ((event: Event) => void) | null = null
  onmessage: ((event: MessageEvent) => void) | null = null

  constructor(url: string) {
    super()
    this.url = url
    queueMicrotask(() => {
      this.readyState = RealSocket.OPEN
      this.onopen?.(new Event('open'))
    })
  }

  send(): void {}

  close(): void {
    this.readyState = RealSocket.CLOSED
    this.onclose?.(new CloseEvent('close', { code: 1000, wasClean: true }))
  }
}

/** @returns a function that brings the real sockets back */
export function silenceRealtime(): () => void {
  const Sockets = new Proxy(RealSocket, {
    construct: (target, [url, ...rest]) =>
      String(url).includes('/realtime/v1/') ? new SilentSocket(String(url)) : Reflect.construct(target, [url, ...rest]),
  })
  globalThis.WebSocket = Sockets
  return () => {
    globalThis.WebSocket = RealSocket
  }
}
