import { expect, test, visit } from './fixtures.ts'

test.use({ expectedErrors: [/no member/] })

test('A page that fails reports its error without personal data', { tag: ['@desktop', '@chromium'] }, async ({
  page,
}) => {
  // Every page load is part of the sample.
  await page.addInitScript(() => {
    Math.random = () => 0
  })
  await visit(page, '/search?q=ann%40example.test')
  const sent = page.waitForRequest('**/browser-errors')
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('no member ann@example.test')
    })
  })
  const request = await sent
  expect(request.postDataJSON()).toEqual({ page: '/search', message: 'Error: no member <email>', frames: [] })
  expect(await request.headerValue('cookie')).toBeNull()
  expect(await request.headerValue('referer')).toBeNull()
  expect((await request.response())?.status()).toBe(204)
})
