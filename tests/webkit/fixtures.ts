/** A browser for each test, and elements by their role and name, as people with a screen reader find them. */
import { existsSync } from 'node:fs'
import { test as base, expect } from '@playwright/test'
import { Builder, By, type WebDriver, type WebElement } from 'selenium-webdriver'
import type { Member } from '../e2e/members.ts'

const browserFiles = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`)
const timeoutMs = 15_000

export const test = base.extend<{ site: Site; baseURL: string }>({
  baseURL: async ({ browserName: _ }, use) => use(process.env.E2E_URL ?? ''),
  site: async ({ baseURL }, use) => {
    const browser = await new Builder()
      .usingServer(process.env.WEBDRIVER_URL ?? '')
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: browserFiles.find(existsSync), args: ['--automation'] },
      })
      .build()
    await use(new Site(browser, baseURL))
    await browser.quit()
  },
})

export { expect }

const selectors = {
  button: 'button, [role=button]',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  combobox: '[role=combobox]',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  textbox: 'input:not([type]), input[type=text], input[type=email], input[type=password], input[type=tel], textarea',
}
export type Role = keyof typeof selectors

export class Site {
  readonly browser: WebDriver
  readonly #url: string

  constructor(browser: WebDriver, url: string) {
    this.browser = browser
    this.#url = url
  }

  /** Opens a page and waits for its hydration. Before that, clicks have no effect. */
  async visit(path: string): Promise<void> {
    await this.browser.get(this.#url + path)
    await this.browser.wait(
      () =>
        this.browser.executeScript<boolean>(
          "return Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))",
        ),
      timeoutMs,
      `${path} is not hydrated`,
    )
  }

  /** Signs in without the form. The next page load uses the session. */
  async setSession({ session }: Member): Promise<void> {
    await this.browser.get(`${this.#url}/health`)
    await this.browser.executeScript("localStorage.setItem('tuckbox-session', arguments[0])", session)
  }

  async resize(width: number, height: number): Promise<void> {
    await this.browser.manage().window().setRect({ width, height })
  }

  /** Waits for a visible element. @param name the whole accessible name, or a pattern of it */
  async find(role: Role, name: string | RegExp): Promise<WebElement> {
    let found: WebElement[] = []
    const search = async () => {
      found = []
      for (const element of await this.browser.findElements(By.css(selectors[role])))
        if (await isNamed(element, name)) found.push(element)
      return found.length === 1
    }
    await this.browser.wait(search, timeoutMs, `there is not one ${role} ${name}`)
    const [element] = found
    if (!element) throw new Error(`${role} ${name} has gone`)
    return element
  }

  async click(role: Role, name: string | RegExp): Promise<void> {
    const element = await this.find(role, name)
    await this.browser.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element)
    await element.click()
  }

  async fill(role: 'textbox' | 'combobox', name: string | RegExp, text: string): Promise<void> {
    const field = await this.find(role, name)
    await field.clear()
    await field.sendKeys(text)
  }

  /** Waits for a text of the page. */
  async see(text: string | RegExp): Promise<void> {
    const shows = async () => {
      const content = await this.browser.executeScript<string>('return document.body.innerText')
      return typeof text === 'string' ? content.includes(text) : text.test(content)
    }
    await this.browser.wait(shows, timeoutMs, `the page does not show ${text}`)
  }

  async path(): Promise<string> {
    return new URL(await this.browser.getCurrentUrl()).pathname
  }
}

/** Elements of the page may go while they are read. */
async function isNamed(element: WebElement, name: string | RegExp): Promise<boolean> {
  try {
    if (!(await element.isDisplayed())) return false
    const actual = await element.getAccessibleName()
    return typeof name === 'string' ? actual === name : name.test(actual)
  } catch {
    return false
  }
}
