/** Buckets and their policies: members' own folders, and the pictures of their conversations. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyDatabase } from '../harness.ts'
import { type Actor, forbidden, openTestContext, refusal, type TestContext, text, writeReview } from './test-context.ts'

const publicBuckets = ['product_images', 'shop_images', 'profile_images']

describe.each(everyDatabase)('storage on %s', (kind) => {
  let context: TestContext
  let ann: Actor
  let ben: Actor
  let room: string
  beforeAll(async () => {
    context = await openTestContext(kind)
    ann = await context.member('Ann')
    ben = await context.member('Ben')
    const product = await context.product(await context.shop(ben))
    room = text(await ann.insert('chat_rooms', { seller_id: ben.id, product_id: product }), 'id')
  })
  afterAll(() => context.close())

  const upload = (actor: Actor, bucket: string, name: string) =>
    actor.count('insert into storage.objects (bucket_id, name) values ($1, $2)', bucket, name)
  const sees = (actor: Actor, name: string) => actor.count('select from storage.objects where name = $1', name)

  it('has four public buckets and two private ones, for pictures under 5 MiB, without SVG', async () => {
    const buckets = await context.service.rows(
      'select id, public, file_size_limit::text as bytes, array_to_json(allowed_mime_types) as types from storage.buckets order by id',
    )
    const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']
    expect(buckets).toEqual([
      { id: 'chat_pictures', public: false, bytes: '5242879', types },
      { id: 'problem_pictures', public: false, bytes: '5242879', types },
      ...['product_images', 'profile_images', 'review_pictures', 'shop_images'].map((id) => ({
        id,
        public: true,
        bytes: '5242879',
        types,
      })),
    ])
  })

  it.each(publicBuckets)('accepts uploads to %s only in the member’s own folder', async (bucket) => {
    const name = `${ann.id}/${bucket}.png`
    expect(await upload(ann, bucket, name)).toBe(1)
    const elsewhere = [
      `${ben.id}/a.png`,
      'a.png',
      ann.id,
      `${ann.id}/`,
      `x/${ann.id}/a.png`,
      `${ann.id}x/a.png`,
      `/${ann.id}/a.png`,
    ]
    for (const wrong of elsewhere)
      expect(await refusal(upload(ann, bucket, wrong)), wrong).toMatchObject({ code: forbidden })
    expect(await refusal(upload(context.visitor, bucket, name))).toMatchObject({ code: forbidden })
    expect([await sees(ann, name), await sees(ben, name), await sees(context.visitor, name)]).toEqual([1, 0, 0])
  })

  it.each(publicBuckets)('a member cannot overwrite, move or remove another’s objects in %s', async (bucket) => {
    const name = `${ann.id}/${bucket}-kept.png`
    await upload(ann, bucket, name)
    const change = (actor: Actor, to: string) =>
      actor.count('update storage.objects set name = $1 where name = $2', to, name)
    expect(await change(ben, `${ben.id}/stolen.png`)).toBe(0)
    expect(await refusal(change(ann, `${ben.id}/pushed.png`))).toMatchObject({ code: forbidden })
    expect(await change(ann, name)).toBe(1)
    const moved = 'update storage.objects set bucket_id = $1 where name = $2'
    expect(await refusal(ann.count(moved, 'chat_pictures', name))).toMatchObject({ code: forbidden })
    expect(await remove(ben, name)).toBe(0)
    expect(await remove(ann, name)).toBe(1)
  })

  /** The storage service identifies itself by this setting when it deletes. */
  const remove = (actor: Actor, name: string) =>
    context.database.transaction(
      async (tx) => {
        await tx.run({ text: `select set_config('storage.allow_delete_query', 'true', true)`, values: [] })
        return (await tx.run({ text: 'delete from storage.objects where name = $1', values: [name] })).count
      },
      { role: 'authenticated', claims: JSON.stringify({ sub: actor.id, role: 'authenticated' }) },
    )

  it('only the two members of its conversation see a chat picture', async () => {
    const name = `${ann.id}/${room}/cake.webp`
    expect(await upload(ann, 'chat_pictures', name)).toBe(1)
    const third = await context.member()
    expect([
      await sees(ann, name),
      await sees(ben, name),
      await sees(third, name),
      await sees(context.visitor, name),
    ]).toEqual([1, 1, 0, 0])
    expect(await remove(ben, name)).toBe(0)
    expect(await remove(ann, name)).toBe(1)
  })

  it('only the conversation’s members upload chat pictures, to their own folder, without a block between them', async () => {
    const third = await context.member()
    const name = (sender: Actor) => `${sender.id}/${room}/cake.webp`
    expect(await refusal(upload(third, 'chat_pictures', name(third)))).toMatchObject({ code: forbidden })
    expect(await refusal(upload(ann, 'chat_pictures', name(ben)))).toMatchObject({ code: forbidden })
    for (const wrong of [
      `${ann.id}/cake.webp`,
      `${ann.id}/${room}`,
      `${ann.id}/not-a-room/cake.webp`,
      `${ann.id}/${third.id}/cake.webp`,
    ])
      expect(await refusal(upload(ann, 'chat_pictures', wrong)), wrong).toMatchObject({ code: forbidden })
    await ben.insert('blocks', { blocked_id: ann.id })
    expect(await refusal(upload(ann, 'chat_pictures', name(ann)))).toMatchObject({ code: forbidden })
    await ben.count('delete from blocks')
  })

  it('a review picture is accepted from the item’s recipient until the review, which keeps the picture it shows', async () => {
    const product = await context.product(await context.shop(await context.member('Baker')))
    const { item } = await context.order(ann, product)
    const early = await context.order(ann, product, { status: 'shipped' })
    const name = (file: string, of = item, by = ann) => `${by.id}/${of}/${file}`
    const put = (actor: Actor, path: string) => upload(actor, 'review_pictures', path)
    expect(await put(ann, name('cake.webp'))).toBe(1)
    expect(await put(ann, name('other.webp'))).toBe(1)
    const wrong: [Actor, string][] = [
      [ann, name('a.webp', early.item)],
      [ann, name('', item)],
      [ann, `${ann.id}/cake.webp`],
      [ann, name('a.webp', item, ben)],
      [ben, name('a.webp', item, ben)],
      [ben, name('a.webp')],
      [context.visitor, name('a.webp')],
    ]
    for (const [actor, path] of wrong) expect(await refusal(put(actor, path)), path).toMatchObject({ code: forbidden })
    expect([await sees(ann, name('cake.webp')), await sees(ben, name('cake.webp'))]).toEqual([1, 0])

    const review = (picture: string) => writeReview(ann, item, 5, { picture })
    const notTheirs = [name('missing.webp'), name('x.webp', early.item), 'https://x.test/a.png', 'javascript:alert(1)']
    await context.service.count(
      `insert into storage.objects (bucket_id, name) values ('review_pictures', $1)`,
      name('x.webp', early.item),
    )
    for (const picture of [...notTheirs, ...notTheirs.map((path) => `review_pictures/${path}`)])
      expect(await refusal(review(picture)), picture).toMatchObject({ code: forbidden })
    await review(`review_pictures/${name('cake.webp')}`)
    expect(await refusal(put(ann, name('late.webp')))).toMatchObject({ code: forbidden })
    expect([
      await remove(ann, name('cake.webp')),
      await remove(ben, name('other.webp')),
      await remove(ann, name('other.webp')),
    ]).toEqual([0, 0, 1])
    const moved = 'update storage.objects set name = $1 where name = $2'
    expect(await ann.count(moved, name('moved.webp'), name('cake.webp'))).toBe(0)
  })

  it('nobody sees a picture that a stranger uploaded under the conversation’s id', async () => {
    const third = await context.member()
    const name = `${third.id}/${room}/planted.webp`
    await context.service.count(`insert into storage.objects (bucket_id, name) values ('chat_pictures', $1)`, name)
    expect([await sees(ann, name), await sees(ben, name)]).toEqual([0, 0])
  })
})
