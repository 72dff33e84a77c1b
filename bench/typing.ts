/** Types into the search box on a processor four times slower, and observes long tasks on the main thread. */
import { chromium } from '@playwright/test'

const query = 'chocolate birthday cake'
const slowdown = 4

/** @returns milliseconds of the longest task, or 0 without a long task */
export async function longestBlockWhileTyping(siteUrl: string): Promise<number> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  let longest = 0
  for (const path of ['/', '/search?q=cake']) {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await page.goto(siteUrl + path, { waitUntil: 'networkidle' })
    const box = page.getByRole('searchbox').first()
    await box.click()
    const protocol = await page.context().newCDPSession(page)
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    // 'longtask' reports tasks of 50 ms or more.
    await page.evaluate(() => {
      Object.assign(window, { longestTask: 0 })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          Object.assign(window, { longestTask: Math.max(Reflect.get(window, 'longestTask'), duration) })
      }).observe({ type: 'longtask' })
    })
    await box.fill('')
    await box.pressSequentially(query, { delay: 80 })
    await page.waitForTimeout(500)
    longest = Math.max(longest, Number(await page.evaluate(() => Reflect.get(window, 'longestTask'))))
    await page.close()
  }
  await browser.close()
  return longest
}
