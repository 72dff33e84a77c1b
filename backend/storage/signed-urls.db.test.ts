import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { picture } from './testing/picture.ts'
import { callers, folder, openTestbed, type Testbed } from './testing/testbed.ts'

let bed: Testbed
const at = (name: string) => `${folder.alice}/${name}`
const mine = () => bed.as(callers.alice).from('letters')
/** Requests a signed URL without a key. */
const follow = (link: string | undefined, init?: RequestInit) =>
  bed.request(null, new URL(link ?? '').pathname.replace('/storage/v1', '') + new URL(link ?? '').search, init)

beforeAll(async () => {
  bed = await openTestbed()
  await mine().upload(at('ein Brief für dich.txt'), 'dear all', { cacheControl: '3600' })
  await mine().upload(at('other.txt'), 'other')
  await mine().upload(at('cake.jpg'), await picture('jpeg', 300, 200), { contentType: 'image/jpeg' })
})
afterAll(() => bed.close())
afterEach(() => {
  vi.useRealTimers()
})

describe('signed URLs for download', () => {
  it('give access to one object without a key until they expire', async () => {
    const { data } = await mine().createSignedUrl(at('ein Brief für dich.txt'), 60)
    const response = await follow(data?.signedUrl)
    expect(await response.text()).toBe('dear all')
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=(60|59)$/)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    expect(await (await follow(data?.signedUrl)).json()).toMatchObject({ statusCode: '400' })
  })

  it('give access to no other object and no other route', async () => {
    const { data } = await mine().createSignedUrl(at('other.txt'), 60)
    const other = data?.signedUrl.replace('other.txt', 'ein%20Brief%20f%C3%BCr%20dich.txt')
    expect(await (await follow(other)).json()).toMatchObject({ statusCode: '400', message: 'Invalid signature' })
    const asUpload = data?.signedUrl.replace('/object/sign/', '/object/upload/sign/')
    expect((await follow(asUpload, { method: 'PUT', body: 'x' })).status).toBe(400)
  })

  it('cannot be created for objects that the caller may not read', async () => {
    expect((await bed.as(callers.bob).from('letters').createSignedUrl(at('other.txt'), 60)).error).toMatchObject({
      statusCode: '404',
    })
    const { data } = await bed
      .as(callers.bob)
      .from('letters')
      .createSignedUrls([at('other.txt')], 60)
    expect(data).toEqual([expect.objectContaining({ signedUrl: null, error: expect.any(String) })])
  })

  it('can be created in bulk, each with its own result', async () => {
    const { data } = await mine().createSignedUrls([at('other.txt'), at('none.txt')], 60)
    expect(data?.map(({ error }) => error === null)).toEqual([true, false])
    expect(await (await follow(data?.[0]?.signedUrl ?? '')).text()).toBe('other')
  })

  it('can set the name of the download', async () => {
    const { data } = await mine().createSignedUrl(at('other.txt'), 60, { download: 'name.txt' })
    expect((await follow(data?.signedUrl)).headers.get('content-disposition')).toContain('filename="name.txt"')
  })

  it('fix the transformation that they were signed with', async () => {
    const { data } = await mine().createSignedUrl(at('cake.jpg'), 60, { transform: { width: 96, height: 64 } })
    const size = async (link?: string) => {
      const { width, height } = await sharp(await (await follow(link)).arrayBuffer()).metadata()
      return { width, height }
    }
    expect(await size(data?.signedUrl)).toEqual({ width: 96, height: 64 })
    expect(await size(`${data?.signedUrl}&width=256`)).toEqual({ width: 96, height: 64 })
  })
})

describe('signed URLs for upload', () => {
  it('allow one upload, owned by the member who signed them', async () => {
    const { data } = await mine().createSignedUploadUrl(at('gift.txt'))
    const visitor = bed.as(callers.visitor).from('letters')
    const upload = await visitor.uploadToSignedUrl(at('gift.txt'), data?.token ?? '', 'a gift')
    expect(upload.error).toBeNull()
    expect(await (await mine().download(at('gift.txt'))).data?.text()).toBe('a gift')
    const { rows } = await bed.database.run({
      text: 'select owner_id from storage.objects where name = $1',
      values: [at('gift.txt')],
    })
    expect(rows).toEqual([[folder.alice]])
    const again = await visitor.uploadToSignedUrl(at('gift.txt'), data?.token ?? '', 'another')
    expect(again.error).toMatchObject({ statusCode: '409' })
  })

  it('overwrite only if they were signed for it', async () => {
    const { data } = await mine().createSignedUploadUrl(at('gift.txt'), { upsert: true })
    const file = new Blob(['better'], { type: 'text/plain' })
    const visitor = bed.as(callers.visitor).from('letters')
    expect((await visitor.uploadToSignedUrl(at('gift.txt'), data?.token ?? '', file)).error).toBeNull()
    expect(await (await mine().download(at('gift.txt'))).data?.text()).toBe('better')
  })

  it('cannot be created for paths that the caller may not write, and are valid for one path', async () => {
    expect((await bed.as(callers.bob).from('letters').createSignedUploadUrl(at('x.txt'))).error).toMatchObject({
      statusCode: '403',
    })
    const { data } = await mine().createSignedUploadUrl(at('mine.txt'))
    const elsewhere = await bed
      .as(callers.visitor)
      .from('letters')
      .uploadToSignedUrl(at('x.txt'), data?.token ?? '', 'x')
    expect(elsewhere.error).toMatchObject({ statusCode: '400', message: 'Invalid signature' })
  })

  it('are refused by what the policies say at the upload, and are no token of the member', async () => {
    const { data } = await mine().createSignedUploadUrl(at('late.txt'))
    const token = data?.token ?? ''
    await bed.database.script(`create policy "Nobody uploads any more" on storage.objects as restrictive for insert
      to authenticated with check (false)`)
    const upload = () => bed.as(callers.visitor).from('letters').uploadToSignedUrl(at('late.txt'), token, 'late')
    expect((await upload()).error).toMatchObject({ statusCode: '403' })
    await bed.database.script('drop policy "Nobody uploads any more" on storage.objects')
    const headers = { authorization: `Bearer ${token}` }
    expect((await bed.request(null, `/object/authenticated/letters/${at('other.txt')}`, { headers })).status).toBe(400)
    expect((await upload()).error).toBeNull()
  })
})

describe('the session in which a URL was signed', () => {
  const sessionId = '33333333-3333-4333-8333-333333333333'
  const claims = { role: 'authenticated', sub: folder.alice, session_id: sessionId, email: 'alice@example.com' }
  const alice = () => bed.as({ role: 'authenticated', claims, claimsText: JSON.stringify(claims) }).from('letters')

  it('ends the URL with it', async () => {
    const run = (text: string, ...values: string[]) => bed.database.run({ text, values })
    await run('insert into auth.users (id) values ($1)', folder.alice)
    await run('insert into auth.sessions (id, user_id) values ($1, $2)', sessionId, folder.alice)
    const letter = (await alice().createSignedUrl(at('other.txt'), 600)).data?.signedUrl
    const cake = (await alice().createSignedUrl(at('cake.jpg'), 600, { transform: { width: 96 } })).data?.signedUrl
    const many = (await alice().createSignedUrls([at('other.txt')], 600)).data?.[0]?.signedUrl
    const statuses = async () => {
      const found = []
      for (const link of [letter, cake, many]) found.push((await follow(link ?? '')).status)
      return found
    }
    expect(await statuses()).toEqual([200, 200, 200])
    await run("update auth.sessions set not_after = now() - interval '1 second' where id = $1", sessionId)
    expect(await statuses()).toEqual([400, 400, 400])
    await run('delete from auth.sessions where id = $1', sessionId)
    expect(await statuses()).toEqual([400, 400, 400])
  })

  it('is named by a URL for upload without the address or the name of its member', async () => {
    const { data } = await alice().createSignedUploadUrl(at('named.txt'))
    const payload = Buffer.from(data?.token.split('.')[1] ?? '', 'base64url').toString()
    expect(payload).toContain(sessionId)
    expect(payload).not.toContain('alice@')
  })
})
