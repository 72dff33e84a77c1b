/** The share kit: link, QR code, table card, pictures for posts, and the frame on another website. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import sharp from 'sharp'
import { expectAccessible } from './accessibility.ts'
import { expect, test, toast, visit } from './fixtures.ts'
import { password, setSession, signInMember } from './members.ts'
import { createShop, insertRow } from './shop-fixtures.ts'

test('A seller shares the shop by link, code, card, picture and frame', {
  tag: ['@desktop', '@chromium', '@long'],
}, async ({ page, request, context, siteUrl }) => {
  const kitchen = await createShop('Sharing Bakery')
  const { slug } = kitchen.shop
  const bun = await kitchen.addProduct({ name: 'Seed bun', price: 3 })
  await setSession(page, await signInMember(request, kitchen.owner.email, password))
  await visit(page, '/seller/share')
  await expect(page.getByRole('heading', { name: 'Share your shop' })).toBeVisible()
  const code = page.getByRole('img', { name: /^QR code of/ }).first()
  await expect(code.locator('path')).toHaveAttribute('d', /^M/)
  await expectAccessible(page)

  const download = async (name: string, at = 0) => {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name }).nth(at).click()
    const saved = await saving
    return { name: saved.suggestedFilename(), data: await readFile(await saved.path()) }
  }
  const png = await download('QR code, PNG')
  expect(png.name).toBe(`${slug}-qr.png`)
  expect((await sharp(png.data).metadata()).width).toBeGreaterThan(1000)
  const svg = await download('QR code, SVG')
  expect(svg.data.toString()).toContain('<svg')
  for (const [at, width, height] of [
    [0, 1080, 1080],
    [1, 1200, 630],
  ] as const) {
    const { data } = await download('Download', at)
    expect(await sharp(data).metadata()).toMatchObject({ width, height })
    // Drawn, and not one colour.
    expect((await sharp(data).stats()).channels[0]?.stdev).toBeGreaterThan(10)
  }

  await test.step('the card prints alone, on its own paper', async () => {
    await page.emulateMedia({ media: 'print' })
    const card = page.locator('.print-sheet')
    await expect(card).toContainText('Sharing Bakery')
    await expect(card).toContainText(`/s/${slug}`)
    await expect(page.getByRole('heading', { name: 'Share your shop' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('another website shows the products in a frame', async () => {
    const snippet = await page.getByLabel('Code', { exact: true }).inputValue()
    const website = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><title>Blog</title><link rel="icon" href="data:,">${snippet}`)
    }).listen(0, '127.0.0.1')
    await once(website, 'listening')
    const address = website.address()
    const blog = await context.newPage()
    await blog.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`)
    const frame = blog.frameLocator('iframe')
    await expect(frame.getByText('Seed bun')).toBeVisible()
    const opening = context.waitForEvent('page')
    await frame.getByRole('link', { name: /Seed bun/ }).click()
    await expect(await opening).toHaveURL(new RegExp(`^${siteUrl}/product/`))
    await blog.close()
    website.close()
  })

  await test.step('the frame can show a drop', async () => {
    const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
    const drop = await insertRow('drops', {
      shop_id: kitchen.shop.id,
      title: 'Saturday seeds',
      opens_at: hours(1),
      cut_off: hours(9),
      is_published: true,
    })
    await insertRow('drop_items', { drop_id: drop, product_id: bun.id, stock: 4 })
    await visit(page, '/seller/share')
    await page.getByLabel('Show', { exact: true }).selectOption('Drop: Saturday seeds')
    await expect(page.getByLabel('Code', { exact: true })).toHaveValue(new RegExp(`/embed/drops/${drop}"`))
    const opening = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Preview' }).click()
    const preview = await opening
    await expect(preview.getByRole('heading', { name: 'Saturday seeds' })).toBeVisible()
    await expect(preview.getByText('Seed bun')).toBeVisible()
    await preview.close()
  })

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(toast(page, 'Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(link)
  await expect(page).toHaveURL(`/shop/${slug}`)
})
