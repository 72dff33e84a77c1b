/** A proxy that verifies AWS signatures, in front of an S3 server that does not. */
import { createHash, createHmac } from 'node:crypto'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** @param isAvailable whether a request is passed on. Otherwise it is answered with 503. */
export function openS3SignatureProxy(port: number, secret: string, isAvailable: () => boolean): Promise<Server> {
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (sha256(body) !== request.headers['x-amz-content-sha256'] || !isSigned(request, secret)) {
      response.writeHead(403).end('<Error><Message>The request signature does not match</Message></Error>')
      return
    }
    if (!isAvailable()) {
      response.writeHead(503).end('<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>')
      return
    }
    const { method, url, headers } = request
    const forwarded = httpRequest({ host: '127.0.0.1', port, method, path: url, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 500, upstream.headers)
      upstream.pipe(response)
    })
    forwarded.end(body)
  })
  return new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(proxy)))
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function isSigned({ method, url = '', headers }: IncomingMessage, secret: string): boolean {
  const pattern = /Credential=[^/]+\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/
  const [, date = '', region = '', names = '', signature] = pattern.exec(headers.authorization ?? '') ?? []
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const query = [...searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const canonical = [
    method,
    pathname,
    query,
    ...names.split(';').map((name) => `${name}:${headers[name]}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const text = `AWS4-HMAC-SHA256\n${headers['x-amz-date']}\n${date}/${region}/s3/aws4_request\n${sha256(canonical)}`
  const key = [region, 's3', 'aws4_request'].reduce((made, part) => hmac(made, part), hmac(`AWS4${secret}`, date))
  return hmac(key, text).toString('hex') === signature
}
