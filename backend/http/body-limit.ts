/** Refuses request bodies above a size, by Content-Length or by counting bytes as they arrive. */

/** The body exceeded its limit while it was read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** Whether Content-Length is within the limit; true without that header. */
export function fitsLimit(request: Request, limitBytes: number): boolean {
  const announced = request.headers.get('content-length')
  return announced === null || Number(announced) <= limitBytes
}

/** The request itself if it has a Content-Length, else a copy whose body fails with BodyTooLarge past the limit. */
export function limitBody(request: Request, limitBytes: number): Request {
  if (request.headers.has('content-length') || !request.headers.has('transfer-encoding') || !request.body)
    return request
  let received = 0
  const counted = request.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength
        if (received > limitBytes) controller.error(new BodyTooLarge(`The body is larger than ${limitBytes} bytes`))
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Request(request, { body: counted, duplex: 'half' } as RequestInit)
}
