/** Keeps a value in the browser the same as the account's, while a member is signed in. */
import type { StoredValue } from '#platform/stored-value.ts'

/** The account's value, as it was read. */
interface Remote<Value> {
  readonly value: Value
  /** Sends what turns it into another value. */
  change(to: Value): Promise<void>
}

export interface AccountCopyOptions<Value> {
  readonly store: StoredValue<Value>
  /** Its entry in storage: the owner of the value in this browser, and the account's value as it was last read. */
  readonly accountKey: string
  /** @param text null for the empty value */
  readonly read: (text: string | null) => Value
  readonly merge: (copies: { base: Value; local: Value; remote: Value }) => Value
  /** Whether there is anything to send that turns one value into the other. */
  readonly differs: (from: Value, to: Value) => boolean
  readonly readRemote: (userId: string) => Promise<Remote<Value>>
  readonly loadText: (key: string) => string | null
  readonly storeText: (key: string, text: string | null) => void
}

export interface AccountCopy {
  /**
   * Called at the start and when the member changes. A value that belongs to another account is removed from this
   * browser; a visitor's joins the account's.
   */
  setOwner(userId: string | null): void
  hasChanges(): boolean
  /** Reads the account's value, merges both and sends the changes. */
  sync(): Promise<void>
}

/** The owner of the value in this browser, and the account's value as it was last read. */
interface Base<Value> {
  readonly owner: string
  readonly value: Value
}

export function createAccountCopy<Value>(options: AccountCopyOptions<Value>): AccountCopy {
  const { store, accountKey, read, merge, differs, readRemote, loadText, storeText } = options
  const empty = read(null)

  // Read each time, because other tabs write it too. The owner and the value are one text, so that they fit together.
  function base(): Base<Value> | null {
    const [owner, text = null] = loadText(accountKey)?.split(/ (.*)/s) ?? []
    return owner ? { owner, value: read(text) } : null
  }

  function setBase({ owner, value }: Base<Value>): void {
    storeText(accountKey, `${owner} ${JSON.stringify(value)}`)
  }

  return {
    setOwner(userId) {
      const owner = base()?.owner ?? null
      if (owner === userId) return
      if (owner !== null) store.change(() => empty)
      if (userId === null) storeText(accountKey, null)
      else setBase({ owner: userId, value: empty })
    },
    hasChanges() {
      const known = base()
      return known !== null && differs(known.value, store.current())
    },
    async sync() {
      const owner = base()?.owner
      if (owner === undefined) return
      const remote = await readRemote(owner)
      const before = base()
      if (before?.owner !== owner) return
      store.change((local) => merge({ base: before.value, local, remote: remote.value }))
      setBase({ owner, value: remote.value })

      const sent = store.current()
      if (differs(remote.value, sent)) await remote.change(sent)
      if (base()?.owner === owner) setBase({ owner, value: sent })
    },
  }
}
